set encoding utf8
set terminal svg size 930,400 noenhanced background '#ffffff' font 'Helvetica,Arial,sans-serif,13' linewidth 1.2
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
set xrange [-0.4:10.4]
set xtics (0, 5, 10)
set lmargin at screen 0.0752688
set rmargin at screen 0.498925
set tmargin at screen 0.915
set bmargin at screen 0.31
set title '5 s queries'
set xlabel 'white noise SNR (dB)' textcolor rgb '#222222'
set ylabel 'recording recall, %' textcolor rgb '#222222' offset 0.5,0
$d0_0 << EOD
0	96.6667	88.6362	99.0811
5	96.6667	88.6362	99.0811
10	100	93.9828	100
EOD
$d0_1 << EOD
0	96.6667	88.6362	99.0811
5	96.6667	88.6362	99.0811
10	100	93.9828	100
EOD
$d0_2 << EOD
0	91.6667	81.9311	96.388
5	96.6667	88.6362	99.0811
10	100	93.9828	100
EOD
$d0_3 << EOD
0	90	79.8505	95.3357
5	100	93.9828	100
10	100	93.9828	100
EOD
$d0_4 << EOD
0	95	86.2995	98.285
5	98.3333	91.1449	99.7052
10	98.3333	91.1449	99.7052
EOD
$d0_5 << EOD
0	93.3333	84.0746	97.3771
5	96.6667	88.6362	99.0811
10	96.6667	88.6362	99.0811
EOD
plot $d0_0 using 1:3:4 with filledcurves linecolor rgb '#0072b2' fillstyle transparent solid 0.07 noborder, $d0_1 using 1:3:4 with filledcurves linecolor rgb '#d55e00' fillstyle transparent solid 0.07 noborder, $d0_2 using 1:3:4 with filledcurves linecolor rgb '#009e73' fillstyle transparent solid 0.07 noborder, $d0_3 using 1:3:4 with filledcurves linecolor rgb '#cc79a7' fillstyle transparent solid 0.07 noborder, $d0_4 using 1:3:4 with filledcurves linecolor rgb '#e69f00' fillstyle transparent solid 0.07 noborder, $d0_5 using 1:3:4 with filledcurves linecolor rgb '#56b4e9' fillstyle transparent solid 0.07 noborder, $d0_0 using 1:2 with linespoints linecolor rgb '#0072b2' dashtype 1 pointtype 7 pointsize 0.7 linewidth 1.6, $d0_1 using 1:2 with linespoints linecolor rgb '#d55e00' dashtype 1 pointtype 5 pointsize 0.7 linewidth 1.6, $d0_2 using 1:2 with linespoints linecolor rgb '#009e73' dashtype 1 pointtype 9 pointsize 0.7 linewidth 1.6, $d0_3 using 1:2 with linespoints linecolor rgb '#cc79a7' dashtype 1 pointtype 11 pointsize 0.7 linewidth 1.6, $d0_4 using 1:2 with linespoints linecolor rgb '#e69f00' dashtype 1 pointtype 13 pointsize 0.7 linewidth 1.6, $d0_5 using 1:2 with linespoints linecolor rgb '#56b4e9' dashtype 1 pointtype 15 pointsize 0.7 linewidth 1.6
set lmargin at screen 0.537634
set rmargin at screen 0.96129
set tmargin at screen 0.915
set bmargin at screen 0.31
set title '10 s queries'
set xlabel 'white noise SNR (dB)' textcolor rgb '#222222'
set ylabel '' textcolor rgb '#222222' offset 0.5,0
$d1_0 << EOD
0	98.3333	91.1449	99.7052
5	98.3333	91.1449	99.7052
10	100	93.9828	100
EOD
$d1_1 << EOD
0	98.3333	91.1449	99.7052
5	98.3333	91.1449	99.7052
10	100	93.9828	100
EOD
$d1_2 << EOD
0	95	86.2995	98.285
5	98.3333	91.1449	99.7052
10	100	93.9828	100
EOD
$d1_3 << EOD
0	95	86.2995	98.285
5	100	93.9828	100
10	100	93.9828	100
EOD
$d1_4 << EOD
0	100	93.9828	100
5	100	93.9828	100
10	100	93.9828	100
EOD
$d1_5 << EOD
0	100	93.9828	100
5	100	93.9828	100
10	100	93.9828	100
EOD
plot $d1_0 using 1:3:4 with filledcurves linecolor rgb '#0072b2' fillstyle transparent solid 0.07 noborder, $d1_1 using 1:3:4 with filledcurves linecolor rgb '#d55e00' fillstyle transparent solid 0.07 noborder, $d1_2 using 1:3:4 with filledcurves linecolor rgb '#009e73' fillstyle transparent solid 0.07 noborder, $d1_3 using 1:3:4 with filledcurves linecolor rgb '#cc79a7' fillstyle transparent solid 0.07 noborder, $d1_4 using 1:3:4 with filledcurves linecolor rgb '#e69f00' fillstyle transparent solid 0.07 noborder, $d1_5 using 1:3:4 with filledcurves linecolor rgb '#56b4e9' fillstyle transparent solid 0.07 noborder, $d1_0 using 1:2 with linespoints linecolor rgb '#0072b2' dashtype 1 pointtype 7 pointsize 0.7 linewidth 1.6, $d1_1 using 1:2 with linespoints linecolor rgb '#d55e00' dashtype 1 pointtype 5 pointsize 0.7 linewidth 1.6, $d1_2 using 1:2 with linespoints linecolor rgb '#009e73' dashtype 1 pointtype 9 pointsize 0.7 linewidth 1.6, $d1_3 using 1:2 with linespoints linecolor rgb '#cc79a7' dashtype 1 pointtype 11 pointsize 0.7 linewidth 1.6, $d1_4 using 1:2 with linespoints linecolor rgb '#e69f00' dashtype 1 pointtype 13 pointsize 0.7 linewidth 1.6, $d1_5 using 1:2 with linespoints linecolor rgb '#56b4e9' dashtype 1 pointtype 15 pointsize 0.7 linewidth 1.6
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen 0.14
unset border; unset tics; unset grid; unset title; unset xlabel; unset ylabel
unset logscale; unset arrow; unset label
set xrange [0:1]; set yrange [0:1]
set key inside center center horizontal maxcols 3 Left reverse
plot NaN with linespoints linecolor rgb '#0072b2' dashtype 1 pointtype 7 pointsize 0.7 linewidth 1.6 title 'constellation', NaN with linespoints linecolor rgb '#d55e00' dashtype 1 pointtype 5 pointsize 0.7 linewidth 1.6 title 'constellation, skew search', NaN with linespoints linecolor rgb '#009e73' dashtype 1 pointtype 9 pointsize 0.7 linewidth 1.6 title 'spectral-bands', NaN with linespoints linecolor rgb '#cc79a7' dashtype 1 pointtype 11 pointsize 0.7 linewidth 1.6 title 'spectral-bands, skew search', NaN with linespoints linecolor rgb '#e69f00' dashtype 1 pointtype 13 pointsize 0.7 linewidth 1.6 title 'chroma', NaN with linespoints linecolor rgb '#56b4e9' dashtype 1 pointtype 15 pointsize 0.7 linewidth 1.6 title 'chroma, skew search'
unset multiplot
