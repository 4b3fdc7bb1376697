import { Button, Card, Stack, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { deviceIssuesQuery } from './api.ts'

/** On the page of a device: what is not done about it, and the way to all of it. */
export const DeviceIssuesCard = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('issues')
  const query = useInfiniteQuery(deviceIssuesQuery(deviceId))
  return (
    <Card component="section" aria-label={t('deviceCardTitle')}>
      <Title order={2} mb="sm">
        {t('deviceCardTitle')}
      </Title>
      <Page query={query}>
        {({ pages }) => {
          const open = pages.flatMap(({ issues }) => issues).filter(({ state }) => state !== 'done').length
          const due = pages[0]?.plans.filter(({ isDue }) => isDue).length ?? 0
          return (
            <Stack gap="sm" align="flex-start">
              {open + due === 0 ? <Status kind="fine">{t('deviceCardNone')}</Status> : null}
              {open > 0 ? <Status kind="waiting">{t('deviceCardOpen', { count: open })}</Status> : null}
              {due > 0 ? <Status kind="warning">{t('deviceCardDue', { count: due })}</Status> : null}
              <Button
                size="xs"
                variant="default"
                renderRoot={(props) => (
                  <Link to="/manage/issues/device/$deviceId" params={{ deviceId: String(deviceId) }} {...props} />
                )}
              >
                {t('deviceCardAction')}
              </Button>
            </Stack>
          )
        }}
      </Page>
    </Card>
  )
}
