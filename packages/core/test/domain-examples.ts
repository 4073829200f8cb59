import type { ToolExamples } from '../src/testing/describe-tool.ts'

/** Inputs that every tool for domain names accepts or refuses. */
export const domainExamples: ToolExamples = {
  accepts: {
    'shop.example': 'shop.example',
    'https://user@WWW.Shop.Example:8443/cart?x=1': 'www.shop.example',
    'ana@harbour.example': 'harbour.example',
    'münchen.example': 'xn--mnchen-3ya.example',
    'shop.example.': 'shop.example',
  },
  refuses: [
    '198.51.100.25',
    '2001:db8::25',
    'shop..example',
    'shop',
    '-shop.example',
    'sh op.example',
    'shop\u0000.example',
    'shop\u202e.example',
    `${'a'.repeat(64)}.example`,
    'a'.repeat(1_000_000),
  ],
}
