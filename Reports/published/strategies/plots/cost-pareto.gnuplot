set encoding utf8
set terminal svg size 930,400 noenhanced background '#ffffff' font 'Helvetica,Arial,sans-serif,13' linewidth 1.2
set output 'cost-pareto.svg'
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
set yrange [65:100]
set lmargin at screen 0.0752688
set rmargin at screen 0.498925
set tmargin at screen 0.915
set bmargin at screen 0.31
set title '10 s queries (line: beaten by none)'
set xlabel 'stored bytes per second of audio' textcolor rgb '#222222'
set ylabel 'recording recall, %' textcolor rgb '#222222' offset 0.5,0
set xrange [21.5734:516.877]
set xtics (50, 100, 200, 500)
set xlabel 'stored bytes per second of audio' textcolor rgb '#222222'
$f0 << EOD
32.36	98.5897
103.462	99.4872
EOD
$d0_0 << EOD
103.462	84.4872	83.7179	85.2564
EOD
$d0_1 << EOD
103.462	99.4872	98.8462	100
EOD
$d0_2 << EOD
344.585	76.5385	74.7436	78.2051
EOD
$d0_3 << EOD
344.585	97.0513	95.8974	98.0769
EOD
$d0_4 << EOD
32.36	82.3077	78.7179	85.7692
EOD
$d0_5 << EOD
32.36	98.5897	97.8205	99.2308
EOD
plot $f0 using 1:2 with steps linecolor rgb '#d9d9d9' linewidth 2.4, $d0_0 using 1:2:3:4 with yerrorbars linecolor rgb '#0072b2' pointtype 7 pointsize 1.1 linewidth 1.4, $d0_1 using 1:2:3:4 with yerrorbars linecolor rgb '#d55e00' pointtype 5 pointsize 1.1 linewidth 1.4, $d0_2 using 1:2:3:4 with yerrorbars linecolor rgb '#009e73' pointtype 9 pointsize 1.1 linewidth 1.4, $d0_3 using 1:2:3:4 with yerrorbars linecolor rgb '#cc79a7' pointtype 11 pointsize 1.1 linewidth 1.4, $d0_4 using 1:2:3:4 with yerrorbars linecolor rgb '#e69f00' pointtype 13 pointsize 1.1 linewidth 1.4, $d0_5 using 1:2:3:4 with yerrorbars linecolor rgb '#56b4e9' pointtype 15 pointsize 1.1 linewidth 1.4
set lmargin at screen 0.537634
set rmargin at screen 0.96129
set tmargin at screen 0.915
set bmargin at screen 0.31
set title '10 s queries (line: beaten by none)'
set xlabel 'stored bytes per second of audio' textcolor rgb '#222222'
set ylabel '' textcolor rgb '#222222' offset 0.5,0
set xrange [4.306:84.045]
set xtics (5, 10, 20, 50)
set xlabel 'median of extraction and search, ms' textcolor rgb '#222222'
$f1 << EOD
6.459	84.4872
23.479	99.4872
EOD
$d1_0 << EOD
6.459	84.4872	83.7179	85.2564
EOD
$d1_1 << EOD
23.479	99.4872	98.8462	100
EOD
$d1_2 << EOD
8.104	76.5385	74.7436	78.2051
EOD
$d1_3 << EOD
56.03	97.0513	95.8974	98.0769
EOD
$d1_4 << EOD
7.492	82.3077	78.7179	85.7692
EOD
$d1_5 << EOD
53.472	98.5897	97.8205	99.2308
EOD
plot $f1 using 1:2 with steps linecolor rgb '#d9d9d9' linewidth 2.4, $d1_0 using 1:2:3:4 with yerrorbars linecolor rgb '#0072b2' pointtype 7 pointsize 1.1 linewidth 1.4, $d1_1 using 1:2:3:4 with yerrorbars linecolor rgb '#d55e00' pointtype 5 pointsize 1.1 linewidth 1.4, $d1_2 using 1:2:3:4 with yerrorbars linecolor rgb '#009e73' pointtype 9 pointsize 1.1 linewidth 1.4, $d1_3 using 1:2:3:4 with yerrorbars linecolor rgb '#cc79a7' pointtype 11 pointsize 1.1 linewidth 1.4, $d1_4 using 1:2:3:4 with yerrorbars linecolor rgb '#e69f00' pointtype 13 pointsize 1.1 linewidth 1.4, $d1_5 using 1:2:3:4 with yerrorbars linecolor rgb '#56b4e9' pointtype 15 pointsize 1.1 linewidth 1.4
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
