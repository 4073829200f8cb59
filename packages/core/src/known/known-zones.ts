// Written by scripts/generate-known-internet.mjs from the YAML files of this folder.
/** The zones of the known internet whose facts are not those by the seed, by top-level domain, and its addresses. */
export const knownZonesText = ` 1.0.0.1 1.1.1.1 104.16.184.241 104.16.185.241 104.16.248.249 104.16.249.249 149.112.112.112 192.0.0.170 192.0.0.171 2001:4860:4802:32::a 2001:4860:4802:34::a 2001:4860:4802:36::a 2001:4860:4802:38::a 2001:4860:4860::8844 2001:4860:4860::8888 208.67.220.220 208.67.220.222 208.67.222.220 208.67.222.222 216.239.32.10 216.239.34.10 216.239.36.10 216.239.38.10 2606:4700:4700::1001 2606:4700:4700::1111 2606:4700::6810:b8f1 2606:4700::6810:b9f1 2606:4700::6810:f8f9 2606:4700::6810:f9f9 2607:f2d8:1:3c::4 2620:0:ccc::2 2620:0:ccd::2 2620:119:35::35 2620:119:53::53 2620:fe::9 2620:fe::fe 34.225.33.2 8.8.4.4 8.8.8.8 81.4.108.41 9.9.9.9 fd00:ec2::254
.io ably authentiq crates docker github gitlab import ipinfo jsr k8s nebl nip openchannel papinet pendo pinecone pressassociation readme readthedocs redeal segment sslip swagger
.net ably apigee autotask bluemix evetech example gmx ijenko mx.cloudflare nsone ovh quad9 scideas verteiltesysteme whoami.akamai windows
.com abstractapi adafruit adyen amazonaws anaconda aol api2pdf apidapp apideck apple apptigent assemblyai azure badssl bandsintown bbc biztoc blazemeter braze clearblade clicksend climate cloudflare-dns cloudflare d7networks docker dropboxapi ebay example exavault exlibrisgroup extended-dns-errors facebook fastmail firefox furkot github gitlab gmail google googledomains googlemail gstatic here herokuapp hetzner hotmail icanhazip icloud intel isendpro iva-api izettle jirafe kumpeapps letmc listennotes live ljaero mail mailchimp me metadapi microsoft migadu mozilla msftconnecttest msftncsi mux namsor neverssl nexmo nordigen nscale office365 openai opendatasoft opendns openlinksw osisoft outlook pandorabots paypal pdfgeneratorapi plaid plivo posthog postman-echo protonmail qq qualtrics rapidapi reddit s3.amazonaws s3.ap-northeast-1.amazonaws s3.ap-northeast-2.amazonaws s3.ap-south-1.amazonaws s3.ap-southeast-1.amazonaws s3.ap-southeast-2.amazonaws s3.ca-central-1.amazonaws s3.eu-central-1.amazonaws s3.eu-north-1.amazonaws s3.eu-west-1.amazonaws s3.eu-west-2.amazonaws s3.eu-west-3.amazonaws s3.sa-east-1.amazonaws s3.us-east-1.amazonaws s3.us-east-2.amazonaws s3.us-west-1.amazonaws s3.us-west-2.amazonaws signl4 slack sonatype squareup stripe svix telstra tutanota twilio typicode ubuntu unicourt visma visualcrossing visualstudio vonage walmart windows yahoo yarnpkg zapier zerossl zoho zuora
.org alpinelinux anaconda apache bridgedb debian dnssec-failed example gnome golang gradle greenpeace haskell httpbin httpbingo ipify letsencrypt mailgun maven npmjs npr ntp openstreetmap packagist r-project rubygems wikipathways
.video api
.co baseten ifconfig
.uk bbc.co bbci.co highwaysengland.co openbanking.org parliament payments.service.gov tfl.gov
.hu bkk
.sh brew
.re cpy
.ninja digi
.in digitallocker.gov ndhm.gov
.google dns
.aws ecr
.gov epa gsa nist ornl
.de gmx hetzner pay1
.dev go
.internal google
.ca gov.bc
.pm hex
.me ident ifconfig line localtest lvh proton traefik zonetransfer
.stream ippacket
.arpa ipv4only
.biz line
.ru mail yandex
.app netlify vercel
.example nic
.cz o2 rhybar
.one one
.run rumble
.eu xtrf`
