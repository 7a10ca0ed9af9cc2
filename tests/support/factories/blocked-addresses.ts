const BLOCKED: Readonly<Record<string, string>> = {
  "this host, loopback": "0.0.0.0 0.255.255.255 127.0.0.1 127.255.255.254 :: ::1",
  private: "10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255",
  "carrier-grade NAT, which cloud platforms also use": "100.64.0.1 100.127.255.255 100.100.100.200",
  "link-local": "169.254.0.1 fe80::1",
  "metadata and other services of cloud platforms":
    "169.254.169.254 169.254.170.2 168.63.129.16 fd00:ec2::254",
  "protocol assignments": "192.0.0.1 192.0.0.192 192.88.99.1",
  documentation: "192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1",
  benchmark: "198.18.0.1 198.19.255.255 2001:2::1",
  "multicast, reserved, broadcast":
    "224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.254 255.255.255.255 ff02::1 ff0e::1",
  "IPv4 inside IPv6: mapped": "::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8",
  "IPv4 inside IPv6: compatible, translated": "::7f00:1 ::127.0.0.1 ::ffff:0:7f00:1",
  NAT64: "64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1",
  "6to4, Teredo": "2002:7f00:1:: 2002:808:808::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "unique local, site-local, discard": "fc00::1 fdff:ffff::1 fec0::1 100::1",
  ORCHID: "2001:10::1 2001:20::1",
  unassigned: "5f00::1 4000::1 8000::1",
};

/** Addresses that webhooks must not reach, including the edges of each range. */
export const BLOCKED_ADDRESSES = Object.values(BLOCKED).flatMap((text) => text.split(" "));
