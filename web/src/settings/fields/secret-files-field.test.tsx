import { expect, test } from 'vitest'
import { textOfFile } from './secret-files-field.tsx'

test('a certificate in binary is written as text, and a text stays as it is', async () => {
  const der = Uint8Array.from([0x30, 0x82, ...Array.from({ length: 60 }, (_, at) => at)])
  const lines = (await textOfFile(new File([der], 'pass.cer'))).split('\n')
  expect(lines[0]).toBe('-----BEGIN CERTIFICATE-----')
  expect(lines.at(-1)).toBe('-----END CERTIFICATE-----')
  expect(Uint8Array.from(atob(lines.slice(1, -1).join('')), (letter) => letter.charCodeAt(0))).toEqual(der)
  expect(await textOfFile(new File(['{"type": "service_account"}\n'], 'key.json'))).toBe('{"type": "service_account"}')
})
