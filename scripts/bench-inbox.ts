import "#tests/bench/inbox";
