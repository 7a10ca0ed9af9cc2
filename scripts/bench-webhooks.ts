import "#tests/bench/webhooks";
