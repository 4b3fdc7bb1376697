// On its own: it comes with the card that says it.
/** Words of what Stripe says of a member, for staff. */
export const memberAtStripeText = {
  atStripe: 'At Stripe',
  atStripeNone: '{{name}} isn’t a customer at Stripe.',
  atStripeGone: 'This customer was deleted at Stripe. A new one is made when it is needed.',
  atStripeCustomer: 'Customer at Stripe',
  atStripeNoSubscription: 'No subscription at Stripe.',
  atStripeOpen: 'Open at Stripe',
  atStripeOther: 'Not the subscription of the plan here',
  atStripeWhat: 'What',
  atStripeThere: 'At Stripe',
  atStripeHere: 'Here',
  atStripeSame: 'Both say the same.',
  atStripeDiffers: 'Differs: {{what}}. The nightly comparison puts it right, or reports it.',
  atStripe_state: 'State',
  atStripe_cost: 'Price',
  atStripe_cancel: 'Ends',
  atStripe_invoice: 'Last invoice',
  atStripe_missing: 'Missing',
  atStripe_period: 'Paid or charged until',
  atStripeInvoiceOpen: '{{status}}, {{amount}} to pay',
}
