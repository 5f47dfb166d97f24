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
set yrange [0:65]
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
0.000749894	56.9924
0.001	10.4937
0.00133352	6.23838
0.00177828	4.89568
0.00237137	3.55298
0.00316228	4.937
0.00421697	2.60277
0.00562341	2.29291
0.00749894	0.908903
0.01	0.26854
0.0133352	0.185912
0.0177828	0.0206569
0.0237137	0.0206569
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
1.33352	0.0413138
1.77828	0.0206569
2.37137	0.0206569
3.16228	0.0619707
4.21697	0.0206569
5.62341	0.908903
7.49894	0.59905
10	0.537079
13.3352	0.371824
17.7828	0.454452
23.7137	0.351167
31.6228	0.908903
42.1697	0.475108
56.2341	0.784962
74.9894	0.475108
100	0.557736
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
0.000749894	63.7037
0.001	9.16917
0.00133352	7.00701
0.00177828	7.30731
0.00237137	3.78378
0.00316228	1.32132
0.00421697	0.38038
0.00562341	0.3003
0.00749894	0.520521
0.01	0.500501
0.0133352	0.48048
0.0177828	0.26026
0.0237137	0.04004
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
1.77828	0.02002
2.37137	0
3.16228	0.12012
4.21697	0.02002
5.62341	0.42042
7.49894	0.28028
10	0.2002
13.3352	0.34034
17.7828	0.34034
23.7137	0.560561
31.6228	1.001
42.1697	0.720721
56.2341	0.560561
74.9894	0.3003
100	0.34034
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
