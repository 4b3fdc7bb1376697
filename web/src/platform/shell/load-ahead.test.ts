import { afterEach, expect, test } from 'vitest'
import { isLineSpared } from './load-ahead.ts'

afterEach(() => void Reflect.deleteProperty(navigator, 'connection'))

test.each([
  [undefined, false],
  [{ effectiveType: '4g', saveData: false }, false],
  [{ effectiveType: '4g', saveData: true }, true],
  [{ effectiveType: '3g', saveData: false }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{}, false],
])('with a line that is %j, pages are not loaded ahead: %s', (connection, isSpared) => {
  if (connection) Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  expect(isLineSpared()).toBe(isSpared)
})
