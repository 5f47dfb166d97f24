set encoding utf8
set terminal svg size 930,378 noenhanced background '#ffffff' font 'Helvetica,Arial,sans-serif,13' linewidth 1.2
set output 'offset-error.svg'
set border 3 linecolor rgb '#222222' linewidth 0.8
set tics nomirror scale 0.6 textcolor rgb '#222222'
set grid linecolor rgb '#d9d9d9' linetype 1 linewidth 0.6
set key textcolor rgb '#222222' samplen 2.4 spacing 1.15
set title font ',14' textcolor rgb '#222222' offset 0,-0.4
set datafile separator '\t'
set datafile missing 'NaN'
set multiplot
unset key
set logscale x
set format x '%g'
set xrange [0.000749894:100]
set yrange [0:55]
set lmargin at screen 0.0752688
set rmargin at screen 0.498925
set tmargin at screen 0.910053
set bmargin at screen 0.269841
set title '5 s queries (dotted: 0.25 s)'
set xlabel 'offset error, s (first step: all that is less)' textcolor rgb '#222222'
set ylabel 'right recordings, %' textcolor rgb '#222222' offset 0.5,0
unset arrow
set arrow from 0.25, graph 0 to 0.25, graph 1 nohead dashtype 3 linewidth 1.2 linecolor rgb '#222222'
$d0_0 << EOD
0.000749894	46.6376
0.001	11.0834
0.00133352	8.28144
0.00177828	7.72105
0.00237137	5.29265
0.00316228	4.23412
0.00421697	2.73973
0.00562341	2.11706
0.00749894	2.61519
0.01	0.933998
0.0133352	0.311333
0.0177828	0
0.0237137	0.0622665
0.0316228	0
0.0421697	0
0.0562341	0
0.0749894	0
0.1	0
0.133352	0
0.177828	0
0.237137	0
0.316228	0
0.421697	0
0.562341	0
0.749894	0
1	0
1.33352	0
1.77828	0
2.37137	0
3.16228	0
4.21697	0
5.62341	0
7.49894	0
10	0.1868
13.3352	0.933998
17.7828	3.05106
23.7137	3.73599
31.6228	0.0622665
42.1697	0
56.2341	0
74.9894	0
100	0
EOD
plot $d0_0 using 1:2 with steps linecolor rgb '#0072b2' dashtype 1 linewidth 1.6
set lmargin at screen 0.537634
set rmargin at screen 0.96129
set tmargin at screen 0.910053
set bmargin at screen 0.269841
set title '10 s queries (dotted: 0.25 s)'
set xlabel 'offset error, s (first step: all that is less)' textcolor rgb '#222222'
set ylabel '' textcolor rgb '#222222' offset 0.5,0
unset arrow
set arrow from 0.25, graph 0 to 0.25, graph 1 nohead dashtype 3 linewidth 1.2 linecolor rgb '#222222'
$d1_0 << EOD
0.000749894	50.4177
0.001	9.9642
0.00133352	8.77088
0.00177828	10.2029
0.00237137	4.11695
0.00316228	3.10263
0.00421697	1.84964
0.00562341	0.894988
0.00749894	0.596659
0.01	0.894988
0.0133352	1.55131
0.0177828	0.894988
0.0237137	0.178998
0.0316228	0
0.0421697	0.119332
0.0562341	0
0.0749894	0
0.1	0
0.133352	0
0.177828	0
0.237137	0
0.316228	0
0.421697	0
0.562341	0
0.749894	0
1	0
1.33352	0
1.77828	0
2.37137	0
3.16228	0
4.21697	0
5.62341	0
7.49894	0
10	0.119332
13.3352	1.25298
17.7828	2.68496
23.7137	2.32697
31.6228	0.0596659
42.1697	0
56.2341	0
74.9894	0
100	0
EOD
plot $d1_0 using 1:2 with steps linecolor rgb '#0072b2' dashtype 1 linewidth 1.6
unset arrow
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen 0.0899471
unset border; unset tics; unset grid; unset title; unset xlabel; unset ylabel
unset logscale; unset arrow; unset label
set xrange [0:1]; set yrange [0:1]
set key inside center center horizontal maxcols 1 Left reverse
plot NaN with linespoints linecolor rgb '#0072b2' dashtype 1 pointtype 7 pointsize 0.7 linewidth 1.6 title 'constellation'
unset multiplot
