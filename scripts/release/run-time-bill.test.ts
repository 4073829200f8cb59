import { expect, it } from 'vitest'
import { runTimeBill } from './run-time-bill.mjs'

const component = (ref: string) => ({ 'bom-ref': ref, name: 'a folder' })
const depends = (ref: string, ...dependsOn: string[]) => ({ ref, dependsOn })

it('runTimeBill has the packages that ours need at run time, once, and no tool', () => {
  const first = {
    bomFormat: 'CycloneDX',
    components: ['@our/api@1.0.0', 'koa@3.0.0', 'ms@2.0.0', 'vite@8.0.0', 'rollup@4.0.0'].map(component),
    dependencies: [
      depends('@our/api@1.0.0', 'koa@3.0.0', 'vite@8.0.0'),
      depends('koa@3.0.0', 'ms@2.0.0'),
      depends('vite@8.0.0', 'rollup@4.0.0'),
    ],
  }
  const second = {
    bomFormat: 'CycloneDX',
    components: ['@our/web@1.0.0', 'ms@2.0.0', 'koa@3.0.0'].map(component),
    dependencies: [depends('@our/web@1.0.0', 'ms@2.0.0', 'koa@3.0.0')],
  }
  const bill = runTimeBill([first, second], { '@our/api': ['koa'], '@our/web': ['ms'] })
  expect(bill.components.map(({ name }: { name: string }) => name)).toEqual(['@our/api', '@our/web', 'koa', 'ms'])
  expect(bill.dependencies).toEqual([
    depends('@our/api@1.0.0', 'koa@3.0.0'),
    depends('@our/web@1.0.0', 'ms@2.0.0'),
    depends('koa@3.0.0', 'ms@2.0.0'),
    depends('ms@2.0.0'),
  ])
})
