import i18next from 'i18next'
import { expect, test } from 'vitest'
import { addTexts } from './i18n.ts'

test('a name that runs from right to left is isolated in its sentence, and all others stand as they are', () => {
  addTexts({ sentences: { with: '{{name}} and {{count}} others', names: 'With {{names}}' } })
  const t = (key: string, values: Record<string, unknown>) => i18next.t(`sentences:${key}`, values)
  expect(t('with', { name: 'Łukasz <b>', count: 2 })).toBe('Łukasz <b> and 2 others')
  expect(t('with', { name: 'محمد علی', count: 2 })).toBe('\u2068محمد علی\u2069 and 2 others')
  expect(t('names', { names: 'שרה, Bo, محمد' })).toBe('With \u2068שרה\u2069, Bo, \u2068محمد\u2069')
})
