import { writeCardNumber } from '@spacekeeper/contract/mobile/words.ts'
import { expect, test } from 'vitest'
import { backStep } from './back-button.ts'
import { deviceNameOf } from './device-name.ts'

test.each([
  ['closes what is open', { hasOverlay: true, pathname: '/dashboard', canGoBack: true }, 'close'],
  ['goes back', { hasOverlay: false, pathname: '/account/profile', canGoBack: true }, 'back'],
  ['leaves from the first page', { hasOverlay: false, pathname: '/dashboard', canGoBack: true }, 'leave'],
  [
    'leaves where there is no page before',
    { hasOverlay: false, pathname: '/account/profile', canGoBack: false },
    'leave',
  ],
] as const)('the back button %s', (_, place, step) => {
  expect(backStep(place)).toBe(step)
})

test.each([
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9 Build/BP2A.250605.031; wv) AppleWebKit/537.36', 'android', 'Pixel 9'],
  ['Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36', 'android', 'SM-S911B'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36', 'android', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'ios', 'iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)', 'ios', 'iPad'],
] as const)('of %s, the phone is a %s called %s', (userAgent, platform, name) => {
  expect(deviceNameOf(userAgent, platform)).toBe(name)
})

test('a card has one number, and readers write it in four ways', () => {
  const ways = (['hex', 'hexReversed', 'decimal', 'decimalReversed'] as const).map((way) =>
    writeCardNumber('04a1b2c3', way),
  )
  expect(ways).toEqual(['04A1B2C3', 'C3B2A104', '77705923', '3283263748'])
  expect(writeCardNumber('04A1B2C3D4E5F6', 'decimal')).toBe('1303689068602870')
})
