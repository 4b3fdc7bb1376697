import { expect, test } from 'vitest'
import { describeAgent } from './rules.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0'
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5'
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/126.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`Mozilla/5.0 (Linux; Android 14) ${chrome} SamsungBrowser/25.0 Safari/537.36`, 'Samsung Internet', 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${apple} Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Safari/605.1.15`, 'Safari', 'macOS'],
  ['curl/8.5.0', null, null],
  ['', null, null],
])('%s is called %s on %s', (userAgent, browser, system) => {
  expect(describeAgent(userAgent)).toEqual({ browser, system })
})
