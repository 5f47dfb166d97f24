set encoding utf8
set terminal svg size 885,662 noenhanced background '#ffffff' font 'Helvetica,Arial,sans-serif,13' linewidth 1.2
set output 'cost-latency.svg'
set border 3 linecolor rgb '#222222' linewidth 0.8
set tics nomirror scale 0.6 textcolor rgb '#222222'
set grid linecolor rgb '#d9d9d9' linetype 1 linewidth 0.6
set key textcolor rgb '#222222' samplen 2.4 spacing 1.15
set title font ',14' textcolor rgb '#222222' offset 0,-0.4
set datafile separator '\t'
set datafile missing 'NaN'
set lmargin at screen 0.322034
set rmargin at screen 0.966102
set tmargin at screen 0.939577
set bmargin at screen 0.0845921
set key outside top center horizontal Left reverse
set logscale x
set format x '%g'
set xlabel 'milliseconds: median, 95th percentile (thick), 99th (thin)' textcolor rgb '#222222'
set yrange [-11.5:0.5]
set ytics ('constellation, 5 s' 0, 'constellation, 10 s' -1, 'constellation, skew search, 5 s' -2, 'constellation, skew search, 10 s' -3, 'spectral-bands, 5 s' -4, 'spectral-bands, 10 s' -5, 'spectral-bands, skew search, 5 s' -6, 'spectral-bands, skew search, 10 s' -7, 'chroma, 5 s' -8, 'chroma, 10 s' -9, 'chroma, skew search, 5 s' -10, 'chroma, skew search, 10 s' -11)
$decode << EOD
0.25	1.307	2.05	2.403
-0.75	2.528	2.76	2.814
-1.75	1.381	2.116	5.308
-2.75	2.559	2.761	2.845
-3.75	1.375	2.093	2.848
-4.75	2.536	2.731	2.758
-5.75	1.381	2.077	3.942
-6.75	2.606	2.752	2.774
-7.75	1.334	2.186	2.238
-8.75	2.555	2.732	2.822
-9.75	1.235	2.032	2.151
-10.75	2.597	2.764	2.862
EOD
$extract << EOD
0	1.861	2.6	3.404
-1	4.746	4.991	6.269
-2	6.484	9.048	10.913
-3	16.427	17.699	17.933
-4	2.632	3.207	3.933
-5	6.289	6.523	6.566
-6	19.222	24.449	28.199
-7	42.473	50.274	50.737
-8	1.189	1.654	1.952
-9	3.096	3.272	3.284
-10	17.915	26.621	28.036
-11	25.7	52.997	57.074
EOD
$search << EOD
-0.25	1.026	1.35	1.912
-1.25	1.713	2.155	2.331
-2.25	4.144	6.043	6.892
-3.25	7.052	8.573	9.561
-4.25	0.77	1.148	8.797
-5.25	1.815	2.264	2.7
-6.25	9.888	17.875	54.265
-7.25	13.557	23.625	30.617
-8.25	1.276	1.931	2.554
-9.25	4.396	6.165	7.214
-10.25	14.693	24.735	29.257
-11.25	27.772	71.196	93.536
EOD
plot $decode using 2:1:($4-$2):(0) with vectors nohead linewidth 1 linecolor rgb '#0072b2' notitle, $extract using 2:1:($4-$2):(0) with vectors nohead linewidth 1 linecolor rgb '#d55e00' notitle, $search using 2:1:($4-$2):(0) with vectors nohead linewidth 1 linecolor rgb '#009e73' notitle, $decode using 2:1:($3-$2):(0) with vectors nohead linewidth 4 linecolor rgb '#0072b2' notitle, $extract using 2:1:($3-$2):(0) with vectors nohead linewidth 4 linecolor rgb '#d55e00' notitle, $search using 2:1:($3-$2):(0) with vectors nohead linewidth 4 linecolor rgb '#009e73' notitle, $decode using 2:1 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2' title 'decode', $extract using 2:1 with points pointtype 5 pointsize 0.9 linecolor rgb '#d55e00' title 'extract', $search using 2:1 with points pointtype 9 pointsize 0.9 linecolor rgb '#009e73' title 'search'
