import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAnalytics } from './analytics.ts'

const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src)

test('the analytics script is loaded once, and only by a site that has an id', () => {
  const { rerender } = renderHook(({ id }) => useAnalytics(id), { initialProps: { id: '' } })
  expect(scripts()).toEqual([])
  rerender({ id: 'G-1 2' })
  rerender({ id: 'G-3' })
  expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-1%202'])
})
