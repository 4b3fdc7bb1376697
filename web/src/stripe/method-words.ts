// On its own: the card, the top-up and the dialog name it alike.
import type { SavedMethod } from '@spacekeeper/contract/stripe/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { stripeText } from './text.ts'

const isKnown = (key: string): key is keyof typeof stripeText & `brand_${string}` => Object.hasOwn(stripeText, key)

/** `03/2027`, as it stands on the card; empty for what does not run out. */
export const expiryMonthOf = ({ expMonth, expYear }: SavedMethod): string =>
  expMonth === null ? '' : `${String(expMonth).padStart(2, '0')}/${expYear}`

/** What is saved, in words: Visa •••• 4242. */
export const useMethodName = () => {
  const { t } = useTranslation('stripe')
  return ({ kind, brand, last4 }: Pick<SavedMethod, 'kind' | 'brand' | 'last4'>): string => {
    const key = `brand_${brand}`
    const name = kind === 'card' ? (isKnown(key) ? t(key) : t('methodCard')) : t('methodAccount')
    return t('endsWith', { name, last4 })
  }
}
