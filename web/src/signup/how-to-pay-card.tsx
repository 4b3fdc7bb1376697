import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { OwnSignup } from '@spacekeeper/contract/signup/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { Page } from '#platform/ui/page.tsx'
import { bankDetailsQuery } from '../bank/api.ts'
import { cardDuesQuery } from '../stripe/dues-api.ts'
import { DuesForm, hasDues } from '../stripe/dues-form.tsx'
import { planTitle } from './plan-words.ts'
import classes from './signup.module.css'

type Props = { plan: NonNullable<OwnSignup['plan']>; onNext?: (() => void) | undefined }

/** What to do so that the money arrives, by the way the member has chosen. */
export const HowToPayCard = ({ plan, onNext }: Props) => {
  const { t } = useTranslation('signup')
  const money = useMoney()
  const amount = money(plan.openCents, plan.currency)
  const { enableStripe } = useSite().features
  if (plan.collector === 'stripe') return <PayFirstCard plan={plan} onNext={onNext} />
  return (
    <Card component="section" aria-labelledby="how-to-pay">
      <Stack gap="md">
        <Title order={2} id="how-to-pay">
          {t('payHeading', { amount })}
        </Title>
        <Text c="dimmed">{t('chosen', { plan: planTitle(plan) })}</Text>
        {plan.collector === 'bank' ? <BankTransfer amount={amount} /> : <OtherWay plan={plan} amount={amount} />}
        {enableStripe ? <OrByCard /> : null}
        <Text size="sm" c="dimmed">
          {t('seePlan')}
        </Text>
        {onNext ? (
          <Group justify="flex-end">
            <Button onClick={onNext}>{t('next')}</Button>
          </Group>
        ) : null}
      </Stack>
    </Card>
  )
}

/** The same money by card at once, whatever was chosen. */
const OrByCard = () => {
  const { t } = useTranslation('signup')
  const { data: dues } = useQuery(cardDuesQuery)
  if (!dues || !hasDues(dues)) return null
  return (
    <Stack gap="xs">
      <Title order={3}>{t('orByCard')}</Title>
      <DuesForm dues={dues} />
    </Stack>
  )
}

/** The first payment by card: entering one, confirming it with the bank, waiting for a debit. It goes on by itself. */
const PayFirstCard = ({ plan, onNext }: Props) => {
  const { t } = useTranslation('signup')
  const query = useQuery(cardDuesQuery)
  return (
    <Card component="section" aria-labelledby="how-to-pay">
      <Stack gap="md">
        <Title order={2} id="how-to-pay">
          {t('payByCardHeading')}
        </Title>
        <Text c="dimmed">{t('chosen', { plan: planTitle(plan) })}</Text>
        <Page query={query}>{(dues) => <DuesForm dues={dues} />}</Page>
        {onNext ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={onNext}>
              {t('payLaterNext')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Card>
  )
}

const BankTransfer = ({ amount }: { amount: string }) => {
  const { t } = useTranslation('signup')
  const { contact } = useSite()
  const query = useQuery(bankDetailsQuery)
  return (
    <Page query={query}>
      {(bank) => {
        if (!bank.isComplete)
          return <Text>{t('payBankUnknown', { amount, contact: contact.admin || t('staffContact') })}</Text>
        const facts = [
          { label: t('amount'), value: amount },
          { label: t('accountName'), value: bank.accountName },
          { label: t('accountNumber'), value: bank.accountNumber },
          { label: t('bic'), value: bank.bic },
          { label: t('bankName'), value: bank.bankName },
          { label: t('reference'), value: bank.duesReference },
        ]
        return (
          <Stack gap="md">
            <Text>{t('payBank', { amount })}</Text>
            <dl className={classes.facts}>
              {facts
                .filter(({ value }) => value !== '')
                .flatMap(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label} is`}>{value}</dd>])}
            </dl>
            <CopyField text={bank.duesReference} label={t('copyReference')} />
            <Text size="sm" c="dimmed">
              {t('bankTakes')}
            </Text>
          </Stack>
        )
      }}
    </Page>
  )
}

const OtherWay = ({ plan, amount }: { plan: NonNullable<OwnSignup['plan']>; amount: string }) => {
  const { t } = useTranslation('signup')
  const { contact } = useSite()
  switch (plan.collector) {
    case 'cash':
      return (
        <Text>{contact.address ? t('payCashAt', { amount, address: contact.address }) : t('payCash', { amount })}</Text>
      )
    case 'invoice':
      return <Text>{t('payInvoice', { amount })}</Text>
    case 'balance':
      return (
        <Stack gap="xs" align="flex-start">
          <Text>{t('payBalance', { amount })}</Text>
          <Anchor renderRoot={(props) => <Link to="/account/memberbucks" {...props} />}>{t('topUp')}</Anchor>
        </Stack>
      )
    default:
      return null
  }
}
