-- By itself, so that nobody who writes waits for it: from the migration before on, whatever is written is told of.
call count_anew();
