import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { downloadRefunds, refundsQuery } from './api.ts'
import { RefundRow } from './refund-row.tsx'
import classes from './leaving.module.css'

/** The transfers that the treasurer has to make, and those decided lately. */
export const RefundsCard = () => {
  const { t } = useTranslation('leaving')
  return (
    <Card component="section" aria-labelledby="leaving-refunds">
      <Stack gap="sm">
        <Title order={2} id="leaving-refunds">
          {t('refundsTitle')}
        </Title>
        <Page query={useQuery(refundsQuery)}>
          {({ refunds }) => {
            const asked = refunds.filter(({ state }) => state === 'asked')
            const decided = refunds.filter(({ state }) => state !== 'asked')
            return (
              <>
                {asked.length === 0 ? (
                  <Text c="dimmed">{t('refundsNone')}</Text>
                ) : (
                  <>
                    <Group justify="space-between" gap="sm">
                      <Text size="sm" c="dimmed" maw={420}>
                        {t('refundsText')}
                      </Text>
                      <DownloadButton size="xs" label={t('refundsDownload')} load={downloadRefunds} />
                    </Group>
                    <ul className={classes.list} aria-label={t('refundsTitle')}>
                      {asked.map((refund) => (
                        <RefundRow key={refund.id} refund={refund} />
                      ))}
                    </ul>
                  </>
                )}
                {decided.length > 0 ? (
                  <details>
                    <summary>{t('refundsDecided')}</summary>
                    <ul className={classes.list} aria-label={t('refundsDecided')}>
                      {decided.map((refund) => (
                        <RefundRow key={refund.id} refund={refund} />
                      ))}
                    </ul>
                  </details>
                ) : null}
              </>
            )
          }}
        </Page>
      </Stack>
    </Card>
  )
}
