module doublecorner

go 1.26
