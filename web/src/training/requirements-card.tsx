import { Card, Checkbox, Stack, Text, Title } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import type { Requirement } from '@spacekeeper/contract/training/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { requirementsQuery, setRequirements } from './api.ts'

/** Which certificates a door or machine asks for. Whose card would stop working is said before it does. */
export const RequirementsCard = ({ device }: { device: Pick<Device, 'id' | 'name'> }) => {
  const { t } = useTranslation('training')
  const query = useQuery(requirementsQuery(device.id))
  const [asked, setAsked] = useState<Requirement | null>(null)
  const certificates = query.data?.certificates ?? []
  const set = async ({ id, name }: Requirement, isRequired: boolean) => {
    const others = certificates.filter((one) => one.isRequired && one.id !== id).map((one) => one.id)
    await setRequirements({ deviceId: device.id, certificateIds: isRequired ? [...others, id] : others })
    notify.done({ text: t(isRequired ? 'required' : 'unrequired', { name, device: device.name }) })
  }
  const save = useMutation({
    mutationFn: ({ one, isRequired }: { one: Requirement; isRequired: boolean }) => set(one, isRequired),
    onError: notify.failed,
  })
  const choose = (one: Requirement) => {
    if (!one.isRequired && one.lacking > 0) setAsked(one)
    else save.mutate({ one, isRequired: !one.isRequired })
  }
  return (
    <Card component="section" aria-label={t('requirementsTitle')}>
      <Title order={2}>{t('requirementsTitle')}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('requirementsText')}
      </Text>
      <Page query={query}>
        {() =>
          certificates.length === 0 ? (
            <Text size="sm">{t('requirementsNone')}</Text>
          ) : (
            <Stack gap="sm">
              {certificates.map((one) => (
                <Checkbox
                  key={one.id}
                  label={one.name}
                  description={one.lacking === 0 ? t('lackingNone') : t('lacking', { count: one.lacking })}
                  checked={one.isRequired}
                  disabled={save.isPending}
                  onChange={() => choose(one)}
                />
              ))}
            </Stack>
          )
        }
      </Page>
      {asked ? (
        <ConfirmDialog
          title={t('requireTitle', { name: asked.name })}
          text={t('requireText', { count: asked.lacking, device: device.name })}
          action={t('requireAction')}
          run={() => set(asked, true)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Card>
  )
}
