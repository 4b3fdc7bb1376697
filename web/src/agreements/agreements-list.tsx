import { Button, Card, Text, Title } from '@mantine/core'
import type { AgreementList, AgreementSummary } from '@spacekeeper/contract/agreements/shapes.ts'
import { Link } from '@tanstack/react-router'
import { formatDate, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './agreements.module.css'

const AgreementRow = ({ agreement, audience }: { agreement: AgreementSummary; audience: string }) => {
  const { t } = useTranslation('agreements')
  const { id, title, version, nextFrom, isArchived, signed, missing } = agreement
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed">
          {audience}
        </Text>
        {isArchived ? (
          <Status kind="none">{t('archived')}</Status>
        ) : (
          <>
            <Status kind={version === null ? 'waiting' : 'fine'}>
              {version === null ? t('notInForce') : t('inForce', { number: version })}
            </Status>
            {nextFrom ? <Text size="sm">{t('nextFrom', { day: formatDate(`${nextFrom}T12:00`) })}</Text> : null}
            {version === null || agreement.requiredOf === 'visitors' ? null : (
              <Text size="sm">
                {t('signedCount', { count: signed, formatted: formatNumber(signed) })} ·{' '}
                {t('missingCount', { count: missing, formatted: formatNumber(missing) })}
              </Text>
            )}
          </>
        )}
      </div>
      <Button
        variant="default"
        aria-label={t('openOf', { title })}
        renderRoot={(props) => (
          <Link to="/manage/agreements/$agreementId" params={{ agreementId: String(id) }} {...props} />
        )}
      >
        {t('open')}
      </Button>
    </div>
  )
}

/** Agreements in use first, then archived ones. */
export const AgreementsList = ({ list: { agreements, plans } }: { list: AgreementList }) => {
  const { t } = useTranslation('agreements')
  const audienceOf = ({ requiredOf, planIds }: AgreementSummary) => {
    const names = plans.filter(({ id }) => planIds.includes(id)).map(({ name }) => name)
    if (requiredOf === 'plans') return t('plansOnly', { plans: names.join('; ') })
    return t(requiredOf === 'visitors' ? 'visitorsOnly' : 'everyone')
  }
  return (
    <ul className={classes.list}>
      {agreements.map((agreement) => (
        <Card component="li" key={agreement.id}>
          <AgreementRow agreement={agreement} audience={audienceOf(agreement)} />
        </Card>
      ))}
    </ul>
  )
}
