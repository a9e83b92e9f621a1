# Says that it is ready, and does not wait for the deal.
printf n
