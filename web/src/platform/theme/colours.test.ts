import { contrast } from '@spacekeeper/contract/colours.ts'
import { expect, test } from 'vitest'
import { shades } from './colours.ts'

test.each(['#278ab0', '#0461b1', '#189ab4', '#e02020', '#7b2cbf', '#111111'])(
  'shade 5 of %s is the colour as given, and shade 6 carries white text',
  (given) => {
    const made = shades(given)
    expect(made[5]).toBe(given)
    expect(contrast(made[6], '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(made[7], '#fbfaf8')).toBeGreaterThanOrEqual(4.5)
  },
)

test('a colour too light for white text keeps itself for dark text', () => {
  const yellow = shades('#ffd500')
  expect(yellow[6]).toBe('#ffd500')
  expect(contrast(yellow[6], '#313131')).toBeGreaterThanOrEqual(4.5)
})
