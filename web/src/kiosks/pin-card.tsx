import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { ownPinQuery } from './api.ts'
import { PinDialog, RemovePinDialog } from './pin-dialog.tsx'

/** What a member types after the card at a kiosk: whether there is a PIN, another one, or none any more. */
export const PinCard = () => {
  const { t } = useTranslation('kiosks')
  const [open, setOpen] = useState<'set' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <Page query={useQuery(ownPinQuery)} skeleton={<RowsSkeleton rows={1} />}>
      {({ setAt, isRequired }) => (
        <Card component="section" aria-labelledby="pin">
          <Group justify="space-between" gap="sm">
            <Stack gap={2} flex="1 1 200px">
              <Title order={2} id="pin">
                {t('pinHeading')}
              </Title>
              <Text size="sm" c="dimmed">
                {setAt === null
                  ? t(isRequired ? 'pinNoneRequired' : 'pinNone')
                  : t('pinSetAt', { moment: formatDay(setAt) })}
              </Text>
            </Stack>
            <Group gap="xs">
              {setAt === null ? null : (
                <Button size="xs" variant="default" onClick={() => setOpen('remove')}>
                  {t('pinRemove')}
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => setOpen('set')}>
                {t(setAt === null ? 'pinSet' : 'pinChange')}
              </Button>
            </Group>
          </Group>
          {open === 'set' ? <PinDialog onClose={close} /> : null}
          {open === 'remove' ? <RemovePinDialog onClose={close} /> : null}
        </Card>
      )}
    </Page>
  )
}
