library(testthat)
library(tandem)

test_check("tandem")
