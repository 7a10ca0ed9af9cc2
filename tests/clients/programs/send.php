<?php
[, $variant, $url] = $argv;
$data = ["name" => getenv("NAME"), "message" => getenv("MESSAGE")];

if ($variant === "streams") {
    $context = stream_context_create(["http" => [
        "method" => "POST",
        "header" => "Content-Type: application/x-www-form-urlencoded",
        "content" => http_build_query($data),
    ]]);
    // A failure is false, and a warning that names the status.
    exit(file_get_contents($url, false, $context) === false ? 1 : 0);
}

$curl = curl_init($url);
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => $variant === "curl-multipart" ? $data : http_build_query($data),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_FAILONERROR => true,
]);
if (curl_exec($curl) === false) {
    echo curl_error($curl);
    exit(1);
}
