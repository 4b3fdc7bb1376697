/** What a member types on Stripe's page; of a bank account its BSB and number. */
type TypedOnPage = { card: string } | { account: string }

/** Pays, or saves what they pay with, on Stripe's page, as a member does; where it leads back to. */
export const payOnPage = async (
  url: string | null,
  typed: TypedOnPage = { card: '4242424242424242' },
): Promise<string> => {
  const person = { name: 'Sam Lee', email: 'sam@example.com' }
  const form =
    'card' in typed
      ? { ...person, type: 'card', number: typed.card, expiry: '12 / 30', cvc: '123' }
      : { ...person, type: 'au_becs_debit', bsb: '000-000', account: typed.account }
  const answer = await fetch(url ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const to = answer.headers.get('location')
  if (to === null) throw new Error(await answer.text())
  return to
}

/** The session in the address a page of Stripe's leads back to. */
export const sessionIn = (url: string): string => new URL(url).searchParams.get('session') ?? ''
