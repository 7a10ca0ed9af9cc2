import "#tests/bench/intake";
