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
set xrange [0.001:100]
set yrange [0:15]
set lmargin at screen 0.0752688
set rmargin at screen 0.498925
set tmargin at screen 0.910053
set bmargin at screen 0.269841
set title '5 s queries (dotted: 0.25 s)'
set xlabel 'offset error, s (left edge: less)' textcolor rgb '#222222'
set ylabel 'right recordings, %' textcolor rgb '#222222' offset 0.5,0
unset arrow
set arrow from 0.25, graph 0 to 0.25, graph 1 nohead dashtype 3 linewidth 1.2 linecolor rgb '#222222'
$d0_0 << EOD
0.001	12.3038
0.001	3.59908
0.00133352	3.34798
0.00177828	7.32371
0.00237137	9.73007
0.00316228	13.078
0.00421697	10.6508
0.00562341	11.5087
0.00749894	6.69596
0.01	3.38983
0.0133352	0.878845
0.0177828	0.230174
0.0237137	0.104624
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
1.33352	0.0836995
1.77828	0
2.37137	0.0627746
3.16228	0.544047
4.21697	0.272023
5.62341	1.46474
7.49894	0.753296
10	1.44382
13.3352	1.71584
17.7828	1.56937
23.7137	1.73677
31.6228	1.23457
42.1697	0.94162
56.2341	1.31827
74.9894	1.73677
100	2.28081
EOD
plot $d0_0 using 1:2 with fsteps linecolor rgb '#0072b2' dashtype 1 linewidth 1.6
set lmargin at screen 0.537634
set rmargin at screen 0.96129
set tmargin at screen 0.910053
set bmargin at screen 0.269841
set title '10 s queries (dotted: 0.25 s)'
set xlabel 'offset error, s (left edge: less)' textcolor rgb '#222222'
set ylabel '' textcolor rgb '#222222' offset 0.5,0
unset arrow
set arrow from 0.25, graph 0 to 0.25, graph 1 nohead dashtype 3 linewidth 1.2 linecolor rgb '#222222'
$d1_0 << EOD
0.001	11.5369
0.001	4.51533
0.00133352	5.9652
0.00177828	8.42999
0.00237137	6.7937
0.00316228	12.2411
0.00421697	12.966
0.00562341	7.47722
0.00749894	4.1425
0.01	4.53604
0.0133352	4.3082
0.0177828	0.724938
0.0237137	0.24855
0.0316228	0.0207125
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
1	0.0207125
1.33352	0.0207125
1.77828	0
2.37137	0
3.16228	0.372825
4.21697	0.207125
5.62341	1.69843
7.49894	0.476388
10	1.28418
13.3352	1.22204
17.7828	1.36703
23.7137	1.53273
31.6228	1.8227
42.1697	0.766363
56.2341	1.20133
74.9894	1.57415
100	2.52693
EOD
plot $d1_0 using 1:2 with fsteps linecolor rgb '#0072b2' dashtype 1 linewidth 1.6
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
