require "json"
require "net/http"

variant, url = ARGV
data = { name: ENV["NAME"], message: ENV["MESSAGE"] }

response =
  if variant == "json"
    Net::HTTP.post(URI(url), data.to_json, "Content-Type" => "application/json")
  else
    Net::HTTP.post_form(URI(url), data)
  end

# Raises unless the status is a success.
response.value
