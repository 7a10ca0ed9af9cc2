import "#tests/bench/keys";
