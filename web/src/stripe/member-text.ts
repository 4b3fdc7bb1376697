// On its own: it comes with the card that says it.
/** Words of what Stripe says of a member, for staff. */
export const memberAtStripeText = {
  atStripe: 'At Stripe',
  atStripeNone: '{{name}} isn’t a customer at Stripe.',
  atStripeGone: 'This customer was deleted at Stripe. A new one is made when it is needed.',
  atStripeCustomer: 'Customer at Stripe',
  atStripeNoSubscription: 'No subscription at Stripe.',
  atStripeOpen: 'Open at Stripe',
  atStripeOther: 'Stripe collects this beside the plan here. Look at Payments, Stripe.',
  atStripeWaits:
    'Stripe still collects this plan. The portal takes it over, or says under Payments, Stripe why it can’t.',
  atStripe_state: 'State',
  atStripe_cost: 'Price',
  atStripe_cancel: 'Ends',
  atStripe_period: 'Paid or charged until',
}
