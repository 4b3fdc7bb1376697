import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { CalendarAddress } from '@spacekeeper/contract/meetings/shapes.ts'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AddressWarning } from '#platform/ui/address-warning.tsx'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page, type PageQuery } from '#platform/ui/page.tsx'

type CalendarDialog = 'new' | 'off' | null

type Props = {
  query: PageQuery<{ address: CalendarAddress | null }>
  feed: { make: () => Promise<{ url: string }>; turnOff: () => Promise<unknown> }
  /** What such a calendar shows. */
  text: string
  offText: string
}

/** The member's secret address of a calendar: shown once when it is made, replaced or turned off at any time. */
export const CalendarCard = ({ query, feed, text, offText }: Props) => {
  const { t } = useTranslation('meetings')
  const [dialog, setDialog] = useState<CalendarDialog>(null)
  const make = useMutation({
    mutationFn: () => feed.make(),
    onError: notify.failed,
  })
  return (
    <Card component="section" aria-labelledby="calendar">
      <Stack gap="sm">
        <Title order={2} id="calendar">
          {t('calendarHeading')}
        </Title>
        <Text c="dimmed" maw={640}>
          {text}
        </Text>
        {make.data ? (
          <>
            <FreshAddress url={make.data.url} />
            <AddressWarning />
          </>
        ) : null}
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
          text={offText}
          action={t('calendarOff')}
          isDangerous
          run={async () => {
            await feed.turnOff()
            make.reset()
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
