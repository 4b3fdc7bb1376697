import type { Stripe } from 'stripe'

/**
 * What each operation takes, by the name that the operation gives. `generate-params.ts` writes these as data into
 * `params.json`, by which requests are checked; run it after adding one.
 */
export type StripeParams = {
  AccountRetrieveCurrentParams: Stripe.AccountRetrieveCurrentParams
  AccountRetrieveParams: Stripe.AccountRetrieveParams
  BalanceRetrieveParams: Stripe.BalanceRetrieveParams
  BalanceTransactionListParams: Stripe.BalanceTransactionListParams
  BalanceTransactionRetrieveParams: Stripe.BalanceTransactionRetrieveParams
  ChargeListParams: Stripe.ChargeListParams
  ChargeRetrieveParams: Stripe.ChargeRetrieveParams
  ChargeUpdateParams: Stripe.ChargeUpdateParams
  CheckoutSessionCreateParams: Stripe.Checkout.SessionCreateParams
  CheckoutSessionExpireParams: Stripe.Checkout.SessionExpireParams
  CheckoutSessionListLineItemsParams: Stripe.Checkout.SessionListLineItemsParams
  CheckoutSessionListParams: Stripe.Checkout.SessionListParams
  CheckoutSessionRetrieveParams: Stripe.Checkout.SessionRetrieveParams
  CouponCreateParams: Stripe.CouponCreateParams
  CouponListParams: Stripe.CouponListParams
  CustomerCreateParams: Stripe.CustomerCreateParams
  CustomerDeleteParams: Stripe.CustomerDeleteParams
  CustomerListParams: Stripe.CustomerListParams
  CustomerListPaymentMethodsParams: Stripe.CustomerListPaymentMethodsParams
  CustomerRetrieveParams: Stripe.CustomerRetrieveParams
  CustomerSearchParams: Stripe.CustomerSearchParams
  CustomerUpdateParams: Stripe.CustomerUpdateParams
  DisputeCloseParams: Stripe.DisputeCloseParams
  DisputeListParams: Stripe.DisputeListParams
  DisputeRetrieveParams: Stripe.DisputeRetrieveParams
  DisputeUpdateParams: Stripe.DisputeUpdateParams
  EventListParams: Stripe.EventListParams
  EventRetrieveParams: Stripe.EventRetrieveParams
  InvoiceCreateParams: Stripe.InvoiceCreateParams
  InvoiceFinalizeInvoiceParams: Stripe.InvoiceFinalizeInvoiceParams
  InvoiceItemCreateParams: Stripe.InvoiceItemCreateParams
  InvoiceItemDeleteParams: Stripe.InvoiceItemDeleteParams
  InvoiceItemListParams: Stripe.InvoiceItemListParams
  InvoiceListParams: Stripe.InvoiceListParams
  InvoiceMarkUncollectibleParams: Stripe.InvoiceMarkUncollectibleParams
  InvoicePayParams: Stripe.InvoicePayParams
  InvoiceRetrieveParams: Stripe.InvoiceRetrieveParams
  InvoiceUpdateParams: Stripe.InvoiceUpdateParams
  InvoiceVoidInvoiceParams: Stripe.InvoiceVoidInvoiceParams
  MandateRetrieveParams: Stripe.MandateRetrieveParams
  PaymentIntentCancelParams: Stripe.PaymentIntentCancelParams
  PaymentIntentConfirmParams: Stripe.PaymentIntentConfirmParams
  PaymentIntentCreateParams: Stripe.PaymentIntentCreateParams
  PaymentIntentListParams: Stripe.PaymentIntentListParams
  PaymentIntentRetrieveParams: Stripe.PaymentIntentRetrieveParams
  PaymentIntentUpdateParams: Stripe.PaymentIntentUpdateParams
  PaymentMethodAttachParams: Stripe.PaymentMethodAttachParams
  PaymentMethodCreateParams: Stripe.PaymentMethodCreateParams
  PaymentMethodDetachParams: Stripe.PaymentMethodDetachParams
  PaymentMethodListParams: Stripe.PaymentMethodListParams
  PaymentMethodRetrieveParams: Stripe.PaymentMethodRetrieveParams
  PaymentMethodUpdateParams: Stripe.PaymentMethodUpdateParams
  PayoutListParams: Stripe.PayoutListParams
  PayoutRetrieveParams: Stripe.PayoutRetrieveParams
  PriceCreateParams: Stripe.PriceCreateParams
  RefundCancelParams: Stripe.RefundCancelParams
  RefundCreateParams: Stripe.RefundCreateParams
  RefundListParams: Stripe.RefundListParams
  RefundRetrieveParams: Stripe.RefundRetrieveParams
  RefundUpdateParams: Stripe.RefundUpdateParams
  SetupIntentCancelParams: Stripe.SetupIntentCancelParams
  SetupIntentConfirmParams: Stripe.SetupIntentConfirmParams
  SetupIntentCreateParams: Stripe.SetupIntentCreateParams
  SetupIntentListParams: Stripe.SetupIntentListParams
  SetupIntentRetrieveParams: Stripe.SetupIntentRetrieveParams
  SetupIntentUpdateParams: Stripe.SetupIntentUpdateParams
  SubscriptionCancelParams: Stripe.SubscriptionCancelParams
  SubscriptionCreateParams: Stripe.SubscriptionCreateParams
  SubscriptionListParams: Stripe.SubscriptionListParams
  SubscriptionPauseParams: Stripe.SubscriptionPauseParams
  SubscriptionRetrieveParams: Stripe.SubscriptionRetrieveParams
  SubscriptionUpdateParams: Stripe.SubscriptionUpdateParams
  WebhookEndpointCreateParams: Stripe.WebhookEndpointCreateParams
  WebhookEndpointDeleteParams: Stripe.WebhookEndpointDeleteParams
  WebhookEndpointListParams: Stripe.WebhookEndpointListParams
  WebhookEndpointRetrieveParams: Stripe.WebhookEndpointRetrieveParams
  WebhookEndpointUpdateParams: Stripe.WebhookEndpointUpdateParams
}
