set encoding utf8
set terminal svg size 787,202 noenhanced background '#ffffff' font 'Helvetica,Arial,sans-serif,13' linewidth 1.2
set output 'cost-latency.svg'
set border 3 linecolor rgb '#222222' linewidth 0.8
set tics nomirror scale 0.6 textcolor rgb '#222222'
set grid linecolor rgb '#d9d9d9' linetype 1 linewidth 0.6
set key textcolor rgb '#222222' samplen 2.4 spacing 1.15
set title font ',14' textcolor rgb '#222222' offset 0,-0.4
set datafile separator '\t'
set datafile missing 'NaN'
set lmargin at screen 0.237611
set rmargin at screen 0.961881
set tmargin at screen 0.80198
set bmargin at screen 0.277228
set key outside top center horizontal Left reverse
set logscale x
set format x '%g'
set xlabel 'milliseconds: median, 95th percentile (thick), 99th (thin)' textcolor rgb '#222222'
set yrange [-1.5:0.5]
set ytics ('constellation, 5 s' 0, 'constellation, 10 s' -1)
$decode << EOD
0.25	1.298	1.516	4.352
-0.75	1.667	2.017	5.764
EOD
$extract << EOD
0	1.761	5.788	5.893
-1	3.475	7.604	9.7
EOD
$search << EOD
-0.25	0.966	5.138	5.422
-1.25	1.265	5.167	5.485
EOD
plot $decode using 2:1:($4-$2):(0) with vectors nohead linewidth 1 linecolor rgb '#0072b2' notitle, $extract using 2:1:($4-$2):(0) with vectors nohead linewidth 1 linecolor rgb '#d55e00' notitle, $search using 2:1:($4-$2):(0) with vectors nohead linewidth 1 linecolor rgb '#009e73' notitle, $decode using 2:1:($3-$2):(0) with vectors nohead linewidth 4 linecolor rgb '#0072b2' notitle, $extract using 2:1:($3-$2):(0) with vectors nohead linewidth 4 linecolor rgb '#d55e00' notitle, $search using 2:1:($3-$2):(0) with vectors nohead linewidth 4 linecolor rgb '#009e73' notitle, $decode using 2:1 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2' title 'decode', $extract using 2:1 with points pointtype 5 pointsize 0.9 linecolor rgb '#d55e00' title 'extract', $search using 2:1 with points pointtype 9 pointsize 0.9 linecolor rgb '#009e73' title 'search'
