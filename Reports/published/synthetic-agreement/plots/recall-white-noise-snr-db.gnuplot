set encoding utf8
set terminal svg size 930,378 noenhanced background '#ffffff' font 'Helvetica,Arial,sans-serif,13' linewidth 1.2
set output 'recall-white-noise-snr-db.svg'
set border 3 linecolor rgb '#222222' linewidth 0.8
set tics nomirror scale 0.6 textcolor rgb '#222222'
set grid linecolor rgb '#d9d9d9' linetype 1 linewidth 0.6
set key textcolor rgb '#222222' samplen 2.4 spacing 1.15
set title font ',14' textcolor rgb '#222222' offset 0,-0.4
set datafile separator '\t'
set datafile missing 'NaN'
set multiplot
unset key
set yrange [60:100]
set ytics 10
set xrange [-5.6:10.6]
set xtics (-5, 0, 5, 10)
set lmargin at screen 0.0752688
set rmargin at screen 0.498925
set tmargin at screen 0.910053
set bmargin at screen 0.269841
set title '5 s queries (dotted: clean)'
set xlabel 'white noise SNR (dB)' textcolor rgb '#222222'
set ylabel 'recording recall, %' textcolor rgb '#222222' offset 0.5,0
$d0_0 << EOD
-5	85	76.7164	90.694
0	99	94.5514	99.8233
5	100	96.3007	100
10	100	96.3007	100
EOD
plot $d0_0 using 1:3:4 with filledcurves linecolor rgb '#0072b2' fillstyle transparent solid 0.16 noborder, 100 with lines linecolor rgb '#0072b2' dashtype 3 linewidth 1.2, $d0_0 using 1:2 with linespoints linecolor rgb '#0072b2' dashtype 1 pointtype 7 pointsize 0.7 linewidth 1.6
set lmargin at screen 0.537634
set rmargin at screen 0.96129
set tmargin at screen 0.910053
set bmargin at screen 0.269841
set title '10 s queries (dotted: clean)'
set xlabel 'white noise SNR (dB)' textcolor rgb '#222222'
set ylabel '' textcolor rgb '#222222' offset 0.5,0
$d1_0 << EOD
-5	97	91.5481	98.9745
0	100	96.3007	100
5	100	96.3007	100
10	100	96.3007	100
EOD
plot $d1_0 using 1:3:4 with filledcurves linecolor rgb '#0072b2' fillstyle transparent solid 0.16 noborder, 100 with lines linecolor rgb '#0072b2' dashtype 3 linewidth 1.2, $d1_0 using 1:2 with linespoints linecolor rgb '#0072b2' dashtype 1 pointtype 7 pointsize 0.7 linewidth 1.6
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
