import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { oneLocale } from './locales.ts'

test('a date, number or list in a locale of its own is found', () => {
  const strays = {
    'web/src/votes/words.ts': "const list = new Intl.ListFormat('en')",
    'web/src/kiosks/waiting-sheet.tsx': 'const at = new Date().toLocaleTimeString()',
    'server/src/votes/mails.ts': "const day = Intl.DateTimeFormat(locale, { dateStyle: 'long' })",
    'contract/src/fields.ts': "const most = (9000).toLocaleString('en')",
    'web/src/platform/ui/age.ts': 'const words = navigator.language',
  }
  expect(blamed(oneLocale, strays)).toEqual(Object.keys(strays))
})

test('the home of formatters, tests, programs and comments may name a locale', () => {
  const fine = {
    'contract/src/formatters.ts': 'const dates = new Intl.DateTimeFormat(locale, options)',
    'web/src/platform/i18n/format.ts': 'const words = navigator.language',
    'web/src/votes/words.test.ts': "new Intl.ListFormat('en')",
    'simulators/src/pages.ts': "new Intl.NumberFormat('en')",
    'server/src/votes/rules.ts': '// toLocaleString() would do\nname.toLocaleLowerCase()',
  }
  expect(blamed(oneLocale, fine)).toEqual([])
})
