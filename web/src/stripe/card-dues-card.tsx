import { Card, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { cardDuesQuery } from './dues-api.ts'
import { DuesForm, hasDues, SetupButton } from './dues-form.tsx'
import { useMethodName } from './method-words.ts'

/** What a plan that is paid by card is paid with, and what of it waits for the member. */
export const CardPlanCard = () => {
  const { t } = useTranslation('stripe')
  const name = useMethodName()
  return (
    <Card component="section" aria-labelledby="card-plan">
      <Title order={2} id="card-plan" mb="sm">
        {t('planCard')}
      </Title>
      <Page query={useQuery(cardDuesQuery)}>
        {(dues) => (
          <>
            {dues.method ? <Text mb="sm">{t('paysWith', { method: name(dues.method) })}</Text> : null}
            {hasDues(dues) ? (
              <DuesForm dues={dues} />
            ) : (
              <SetupButton words={t(dues.method ? 'useOther' : 'enterCard')} isMain={dues.method === null} size="sm" />
            )}
          </>
        )}
      </Page>
    </Card>
  )
}

/** The way to pay by card what is open of a plan that is paid in another way. Not drawn where nothing is. */
export const PayByCardCard = () => {
  const { t } = useTranslation('stripe')
  const { data: dues } = useQuery(cardDuesQuery)
  if (!dues || !hasDues(dues)) return null
  return (
    <Card component="section" aria-labelledby="pay-by-card">
      <Title order={2} id="pay-by-card" mb="sm">
        {t('duesTitle')}
      </Title>
      <DuesForm dues={dues} />
    </Card>
  )
}
