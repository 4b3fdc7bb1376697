import { expect, test } from 'vitest'
import { likelyWay } from './likely-way.ts'
import { handMethods, refundMethods } from './words.ts'

test('money is taken to move the way of the plan or payment that it is for', () => {
  expect(likelyWay(['cash'], handMethods)).toBe('cash')
  expect(likelyWay(['invoice', 'bank'], handMethods)).toBe('bank')
  expect(likelyWay(['directDebit'], refundMethods)).toBe('bank')
  expect(likelyWay(['balance'], refundMethods)).toBe('balance')
})

test('nothing is preselected where ways differ, say nothing or are not offered', () => {
  expect(likelyWay(['cash', 'bank'], handMethods)).toBeNull()
  expect(likelyWay(['cash', null], handMethods)).toBeNull()
  expect(likelyWay(['stripe'], handMethods)).toBeNull()
  expect(likelyWay(['balance'], handMethods)).toBeNull()
  expect(likelyWay([], handMethods)).toBeNull()
})
