import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatMoment } from '#platform/i18n/format.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { calendarQuery, makeCalendar, refreshMeetings, removeCalendar } from './api.ts'

type CalendarDialog = 'new' | 'off' | null

/** The member's secret calendar address: shown once when it is made, replaced or turned off at any time. */
export const CalendarCard = () => {
  const { t } = useTranslation('meetings')
  const client = useQueryClient()
  const query = useQuery(calendarQuery)
  const [dialog, setDialog] = useState<CalendarDialog>(null)
  const make = useMutation({
    mutationFn: () => makeCalendar(),
    onSuccess: () => refreshMeetings(client),
    onError: notify.failed,
  })
  return (
    <Card component="section" aria-labelledby="calendar">
      <Stack gap="sm">
        <Title order={2} id="calendar">
          {t('calendarHeading')}
        </Title>
        <Text c="dimmed" maw={640}>
          {t('calendarText')}
        </Text>
        {make.data ? <FreshAddress url={make.data.url} /> : null}
        <Page query={query}>
          {({ address }) =>
            address ? (
              <>
                <Text size="sm">
                  {t('calendarThere', { at: formatMoment(address.madeAt) })}{' '}
                  {address.readAt ? t('calendarRead', { at: formatMoment(address.readAt) }) : t('calendarNeverRead')}
                </Text>
                <Group gap="xs">
                  <Button variant="default" onClick={() => setDialog('new')}>
                    {t('calendarNew')}
                  </Button>
                  <Button variant="default" onClick={() => setDialog('off')}>
                    {t('calendarOff')}
                  </Button>
                </Group>
              </>
            ) : (
              <Group>
                <Button loading={make.isPending} onClick={() => make.mutate()}>
                  {t('calendarMake')}
                </Button>
              </Group>
            )
          }
        </Page>
      </Stack>
      {dialog === 'new' ? (
        <ConfirmDialog
          title={t('calendarNewTitle')}
          text={t('calendarNewText')}
          action={t('calendarNew')}
          run={() => make.mutateAsync()}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'off' ? (
        <ConfirmDialog
          title={t('calendarOffTitle')}
          text={t('calendarOffText')}
          action={t('calendarOff')}
          isDangerous
          run={async () => {
            await removeCalendar()
            make.reset()
            await refreshMeetings(client)
            notify.done({ text: t('calendarOffDone') })
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </Card>
  )
}

/** Programs for calendars open addresses that begin with `webcal`. */
const FreshAddress = ({ url }: { url: string }) => {
  const { t } = useTranslation('meetings')
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{t('calendarSecret')}</Text>
      <CopyField text={url} label={t('calendarCopy')} />
      <Anchor href={url.replace(/^https?:/, 'webcal:')} underline="always">
        {t('calendarSubscribe')}
      </Anchor>
    </Stack>
  )
}
