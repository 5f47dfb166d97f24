set encoding utf8
set terminal svg size 930,400 noenhanced background '#ffffff' font 'Helvetica,Arial,sans-serif,13' linewidth 1.2
set output 'reliability.svg'
set border 3 linecolor rgb '#222222' linewidth 0.8
set tics nomirror scale 0.6 textcolor rgb '#222222'
set grid linecolor rgb '#d9d9d9' linetype 1 linewidth 0.6
set key textcolor rgb '#222222' samplen 2.4 spacing 1.15
set title font ',14' textcolor rgb '#222222' offset 0,-0.4
set datafile separator '\t'
set datafile missing 'NaN'
set multiplot
unset key
set xrange [0:100]
set yrange [0:100]
set xtics 20
set ytics 20
set lmargin at screen 0.0752688
set rmargin at screen 0.498925
set tmargin at screen 0.915
set bmargin at screen 0.31
set title '5 s queries (bins of 10 answers or more)'
set xlabel 'confidence, %' textcolor rgb '#222222'
set ylabel 'right answers, %' textcolor rgb '#222222' offset 0.5,0
$d0_0 << EOD
2.00031	2.0934	1.2274	3.54844
99.7449	100	99.4098	100
EOD
$d0_1 << EOD
1.33506	1.13636	0.521818	2.45679
99.7707	100	99.4944	100
EOD
$d0_2 << EOD
2.78595	1.16959	0.593816	2.29078
13.1663	26.3158	11.8064	48.7916
99.7478	100	99.3386	100
EOD
$d0_3 << EOD
1.71278	1.08499	0.498183	2.34669
99.825	100	99.4808	100
EOD
$d0_4 << EOD
5.66813	4.25532	2.70839	6.62563
13.6206	12	7.98417	17.6483
24.9549	26.0274	17.3422	37.1095
34.6595	29.5455	18.1555	44.2202
45.1869	23.0769	11.0338	42.0516
53.5169	50	27.9996	72.0004
64.3257	61.9048	40.8787	79.249
74.653	65	43.2854	81.8808
85.5965	91.1765	77.0395	96.9534
99.2435	99.7863	98.7997	99.9623
EOD
$d0_5 << EOD
4.74792	3.00926	1.76691	5.07995
14.0213	2.89855	0.79852	9.96658
23.5967	14.8148	5.91593	32.4787
34.9072	44	26.6656	62.9327
43.997	40	16.818	68.7326
57.2309	63.6364	35.3801	84.8335
64.9092	91.6667	64.612	98.5135
86.4482	90.9091	62.2642	98.3768
99.4684	99.8559	99.1884	99.9746
EOD
plot x with lines linecolor rgb '#222222' dashtype 3 linewidth 1, $d0_0 using 1:2:3:4 with yerrorbars linecolor rgb '#0072b2' pointtype 0 linewidth 1, $d0_0 using 1:2 with points linecolor rgb '#0072b2' pointtype 7 pointsize 0.9, $d0_1 using 1:2:3:4 with yerrorbars linecolor rgb '#d55e00' pointtype 0 linewidth 1, $d0_1 using 1:2 with points linecolor rgb '#d55e00' pointtype 5 pointsize 0.9, $d0_2 using 1:2:3:4 with yerrorbars linecolor rgb '#009e73' pointtype 0 linewidth 1, $d0_2 using 1:2 with points linecolor rgb '#009e73' pointtype 9 pointsize 0.9, $d0_3 using 1:2:3:4 with yerrorbars linecolor rgb '#cc79a7' pointtype 0 linewidth 1, $d0_3 using 1:2 with points linecolor rgb '#cc79a7' pointtype 11 pointsize 0.9, $d0_4 using 1:2:3:4 with yerrorbars linecolor rgb '#e69f00' pointtype 0 linewidth 1, $d0_4 using 1:2 with points linecolor rgb '#e69f00' pointtype 13 pointsize 0.9, $d0_5 using 1:2:3:4 with yerrorbars linecolor rgb '#56b4e9' pointtype 0 linewidth 1, $d0_5 using 1:2 with points linecolor rgb '#56b4e9' pointtype 15 pointsize 0.9
set lmargin at screen 0.537634
set rmargin at screen 0.96129
set tmargin at screen 0.915
set bmargin at screen 0.31
set title '10 s queries (bins of 10 answers or more)'
set xlabel 'confidence, %' textcolor rgb '#222222'
set ylabel '' textcolor rgb '#222222' offset 0.5,0
$d1_0 << EOD
1.53559	1.87207	1.07409	3.24348
99.75	100	99.4024	100
EOD
$d1_1 << EOD
1.10268	0.948767	0.405918	2.20154
99.7704	100	99.4931	100
EOD
$d1_2 << EOD
3.42749	1.06383	0.516255	2.17947
13.3487	16.129	7.09262	32.6344
99.7556	100	99.3386	100
EOD
$d1_3 << EOD
1.77624	0	0	0.702481
99.8203	100	99.487	100
EOD
$d1_4 << EOD
3.27277	3.40426	2.10612	5.4579
14.2707	16.4384	9.6613	26.571
24.5168	16.129	7.09262	32.6344
34.786	13.3333	3.73613	37.882
45.0325	56.25	33.1786	76.9013
53.8353	58.8235	36.0054	78.3889
65.8564	64.2857	38.7644	83.6553
75.9467	86.6667	62.118	96.2639
85.5178	83.3333	60.778	94.1634
99.5566	99.0491	97.9412	99.5635
EOD
$d1_5 << EOD
1.87888	1.05708	0.452344	2.45039
14.0015	11.5385	4.00324	28.9759
24.2129	0	0	21.5311
99.7801	100	99.5004	100
EOD
plot x with lines linecolor rgb '#222222' dashtype 3 linewidth 1, $d1_0 using 1:2:3:4 with yerrorbars linecolor rgb '#0072b2' pointtype 0 linewidth 1, $d1_0 using 1:2 with points linecolor rgb '#0072b2' pointtype 7 pointsize 0.9, $d1_1 using 1:2:3:4 with yerrorbars linecolor rgb '#d55e00' pointtype 0 linewidth 1, $d1_1 using 1:2 with points linecolor rgb '#d55e00' pointtype 5 pointsize 0.9, $d1_2 using 1:2:3:4 with yerrorbars linecolor rgb '#009e73' pointtype 0 linewidth 1, $d1_2 using 1:2 with points linecolor rgb '#009e73' pointtype 9 pointsize 0.9, $d1_3 using 1:2:3:4 with yerrorbars linecolor rgb '#cc79a7' pointtype 0 linewidth 1, $d1_3 using 1:2 with points linecolor rgb '#cc79a7' pointtype 11 pointsize 0.9, $d1_4 using 1:2:3:4 with yerrorbars linecolor rgb '#e69f00' pointtype 0 linewidth 1, $d1_4 using 1:2 with points linecolor rgb '#e69f00' pointtype 13 pointsize 0.9, $d1_5 using 1:2:3:4 with yerrorbars linecolor rgb '#56b4e9' pointtype 0 linewidth 1, $d1_5 using 1:2 with points linecolor rgb '#56b4e9' pointtype 15 pointsize 0.9
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
