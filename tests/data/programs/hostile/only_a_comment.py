# I did not have time
