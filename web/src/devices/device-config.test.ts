import { test, expect } from 'vitest'
import { deviceConfig } from './device-config.ts'

const wanted = { kind: 'door', serial: 'aabbcc', key: 'ABCDEFGH.secret' } as const // narrows the kind

test('a configuration says where the portal is as the browser reaches it', () => {
  const { json } = deviceConfig({ ...wanted, address: new URL('https://portal.example.org/manage/devices') })
  expect(JSON.parse(json)).toEqual({
    host: 'portal.example.org',
    port: 443,
    tls: true,
    path: '/ws/access/door/aabbcc',
    serial: 'aabbcc',
    key: 'ABCDEFGH.secret',
  })
})

test('for a compiler it is one definition a line', () => {
  const { header } = deviceConfig({ ...wanted, address: new URL('http://10.0.0.2:8000/') })
  expect(header.split('\n')).toEqual([
    '#define SPACEKEEPER_HOST "10.0.0.2"',
    '#define SPACEKEEPER_PORT 8000',
    '#define SPACEKEEPER_TLS 0',
    '#define SPACEKEEPER_PATH "/ws/access/door/aabbcc"',
    '#define SPACEKEEPER_SERIAL "aabbcc"',
    '#define SPACEKEEPER_KEY "ABCDEFGH.secret"',
  ])
})
