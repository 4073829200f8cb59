/** A provider of mail servers, and the reliability of its replies. */
export interface Provider {
  readonly name: string
  /** Whether the servers accept any name at `RCPT TO` and refuse unknown names only after the message, so that acceptance means nothing. */
  readonly acceptsAll: boolean
}

const answers = (name: string, ...suffixes: readonly string[]) =>
  suffixes.map((suffix): [string, Provider] => [suffix, { name, acceptsAll: false }])

const acceptsAll = (name: string, ...suffixes: readonly string[]) =>
  suffixes.map((suffix): [string, Provider] => [suffix, { name, acceptsAll: true }])

/*
 * Suffixes of MX hosts, in whole labels. The longest match wins, so a row may be an exception to another one. docs/email-verification.md
 * has the measurements behind `acceptsAll`.
 */
const bySuffix: ReadonlyMap<string, Provider> = new Map([
  // Mailboxes of people and of companies.
  ...answers('Gmail', 'gmail-smtp-in.l.google.com'),
  ...answers('Google Workspace', 'google.com', 'googlemail.com', 'psmtp.com'),
  ...answers('Outlook.com', 'olc.protection.outlook.com'),
  ...answers('Microsoft 365', 'mail.protection.outlook.com', 'protection.outlook.com', 'mx.microsoft'),
  ...answers('Microsoft 365', 'mail.protection.office365.us', 'mail.protection.partner.outlook.cn'),
  ...acceptsAll('Yahoo', 'yahoodns.net'),
  ...acceptsAll('Mail.ru', 'mail.ru'),
  ...answers('iCloud', 'mail.icloud.com'),
  ...answers('Zoho', 'zoho.com', 'zoho.eu', 'zoho.in', 'zoho.com.au', 'zoho.jp', 'zoho.sa', 'zohocloud.ca'),
  ...answers('Zoho', 'zohomail.com', 'zohomail.eu', 'zohomail.in'),
  ...answers('Proton', 'protonmail.ch'),
  ...answers('Fastmail', 'messagingengine.com'),
  ...answers('Yandex', 'yandex.ru', 'yandex.net', 'yandex.com'),
  ...answers('GMX', 'gmx.net', 'gmx.com'),
  ...answers('WEB.DE', 'web.de'),
  ...answers('T-Online', 't-online.de'),
  ...answers('Tuta', 'tutanota.de', 'tutao.de'),
  ...answers('mailbox.org', 'mailbox.org'),
  ...answers('Posteo', 'posteo.de'),
  ...answers('Runbox', 'runbox.com'),
  ...answers('Migadu', 'migadu.com'),
  ...answers('Seznam', 'seznam.cz'),
  ...answers('Orange', 'orange.fr'),
  ...answers('Free', 'mx1.free.fr', 'mx2.free.fr'),
  ...answers('Libero', 'libero.it'),
  ...answers('UOL', 'uol.com.br'),
  ...answers('Naver', 'naver.com'),
  ...answers('Tencent QQ Mail', 'qq.com'),
  ...answers('NetEase', 'netease.com', 'qiye.163.com', '163.com'),
  ...answers('Alibaba Mail', 'mxhichina.com', 'qiye.aliyun.com'),
  ...answers('Comcast', 'comcast.net'),
  // Mailboxes that come with a domain or a web site.
  ...answers('GoDaddy', 'secureserver.net'),
  ...answers('IONOS', 'ionos.com', 'ionos.de', 'ionos.es', 'ionos.fr', 'ionos.co.uk', 'kundenserver.de', '1and1.com'),
  ...answers('Rackspace', 'emailsrvr.com'),
  ...answers('OVHcloud', 'mail.ovh.net', 'ovh.net'),
  ...answers('Gandi', 'mail.gandi.net'),
  ...answers('Namecheap', 'privateemail.com', 'registrar-servers.com', 'jellyfish.systems'),
  ...answers('Hostinger', 'hostinger.com', 'titan.hostinger.email'),
  ...answers('Titan', 'titan.email'),
  ...answers('DreamHost', 'dreamhost.com'),
  ...answers('Strato', 'rzone.de'),
  ...answers('Infomaniak', 'infomaniak.ch'),
  ...answers('one.com', 'one.com'),
  ...answers('Locaweb', 'locaweb.com.br'),
  ...answers('Amazon SES', 'amazonaws.com'),
  // Forwarders.
  ...answers('Cloudflare Email Routing', 'mx.cloudflare.net'),
  ...answers('ImprovMX', 'improvmx.com'),
  ...answers('Forward Email', 'forwardemail.net'),
  ...answers('Apple Private Relay', 'privaterelay.appleid.com'),
  ...answers('SimpleLogin', 'simplelogin.co'),
  // Gateways that filter mail for other servers.
  ...answers('Mimecast', 'mimecast.com', 'mimecast.co.za', 'mimecast-offshore.com'),
  ...answers('Proofpoint', 'pphosted.com', 'gpphosted.com'),
  ...answers('Proofpoint Essentials', 'ppe-hosted.com'),
  ...answers('Barracuda', 'barracudanetworks.com'),
  ...answers('Cisco Secure Email', 'iphmx.com'),
  ...answers('Symantec Email Security', 'messagelabs.com'),
  ...answers('Trend Micro', 'trendmicro.com', 'trendmicro.eu'),
  ...answers('Sophos', 'hydra.sophos.com', 'reflexion.net'),
  ...answers('Forcepoint', 'mailcontrol.com'),
  ...answers('Trellix', 'fireeyecloud.com', 'fireeyegov.com'),
  ...answers('Hornetsecurity', 'hornetsecurity.com', 'antispameurope.com'),
  ...answers('N-able Mail Assure', 'antispamcloud.com'),
  ...answers('Vade', 'vadesecure.com'),
  ...answers('MailChannels', 'mailchannels.net'),
  ...answers('Heinlein', 'heinlein-hosting.de'),
])

/**
 * Returns the operator of a mail server by its host name; undefined if the table has no row.
 *
 * @param host - as in the MX record
 *
 * @example
 * import { providerOf } from '@netbox/email-verifier'
 * providerOf('aspmx.l.google.com') // => { name: 'Google Workspace', acceptsAll: false }
 * providerOf('MTA5.am0.yahoodns.net.')?.acceptsAll // => true
 * providerOf('mx.mail.example') // => undefined
 */
export const providerOf = (host: string): Provider | undefined => {
  for (let name = host.toLowerCase().replace(/\.$/, ''); name !== ''; name = name.slice(name.indexOf('.') + 1)) {
    const provider = bySuffix.get(name)
    if (provider !== undefined || !name.includes('.')) return provider
  }
  return undefined
}
