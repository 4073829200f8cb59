const words = (text: string): string[] => text.trim().split(/\s+/)

/** Addresses that must never be connected to: the edges of each special-purpose block, and addresses that embed one. */
export const forbiddenAddresses: readonly string[] = words(`
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255 169.254.0.0
  169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.9 192.0.2.0 192.0.2.255 192.31.196.1 192.52.193.1
  192.88.99.1 192.168.0.0 192.168.255.255 192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.255 224.0.0.1
  239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1
  ::8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b:: 64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::
  64:ff9b:1:ffff:ffff:ffff:ffff:ffff 100::1 100:0:0:1::1 2001:: 2001:0:7f00:1:: 2001:2::1
  2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff 2001:20::1 2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2002::
  2002:7f00:1:: 2002:ffff:ffff:: 2620:4f:8000::1 3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff 5f00::1 4000::
  1fff:ffff:: fc00:: fd12:3456:789a::1 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe80::1 febf:ffff:: fe80::1%lo
  fe80::1%1 2a00::1%eth0 fec0::1 ff00:: ff02::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ::a00:1 8000:: e000::1
`)

/** Addresses directly next to these blocks, and addresses of well-known servers: they are allowed. */
export const allowedNeighbours: readonly string[] = words(`
  1.0.0.0 1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.1.255 192.0.3.0 192.31.195.255 192.31.197.0
  192.52.192.255 192.52.194.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 192.175.47.255 192.175.49.0
  198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 198.41.0.4 2000::
  2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2001:200:: 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9:: 2001:ffff::
  2003:: 2606:4700:4700::1111 2620:4f:7fff:ffff:: 2620:4f:8001:: 2a00:1450::1 3ffe:ffff:: 3fff:1000::
  3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2001:503:BA3E::2:30 2606:4700:0:0:0:0:0:1 2003::8.8.8.8 2400:: 2c0f::1
  2800::1 2d00:: 3000:: 2001:7fd::1 2001:dc3::35
`)
