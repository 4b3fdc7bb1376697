import { Button, Card, Stack, Text } from '@mantine/core'
import type { Certificate } from '@spacekeeper/contract/training/shapes.ts'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { setArchived } from './api.ts'

/** Archives a certificate that nothing asks for, or brings it back. */
export const ArchiveCard = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useTranslation('training')
  const [isOpen, setOpen] = useState(false)
  const { id: certificateId, name, archivedAt, devices } = certificate
  const set = async (isArchived: boolean) => {
    await setArchived({ certificateId, isArchived })
    notify.done({ text: t(isArchived ? 'archived' : 'restored', { name }) })
  }
  const restore = useMutation({ mutationFn: () => set(false) })
  const isNeeded = devices.length > 0
  return (
    <Card component="section">
      <Stack gap="sm" align="flex-start">
        {archivedAt === null ? (
          <>
            {isNeeded ? (
              <Text size="sm" c="dimmed">
                {t('archiveFirst')}
              </Text>
            ) : null}
            <Button variant="default" disabled={isNeeded} onClick={() => setOpen(true)}>
              {t('archive')}
            </Button>
          </>
        ) : (
          <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
            {t('restore')}
          </Button>
        )}
        {restore.error ? <FormError>{errorText(restore.error)}</FormError> : null}
      </Stack>
      {isOpen ? (
        <ConfirmDialog
          title={t('archiveTitle', { name })}
          text={t('archiveText')}
          action={t('archive')}
          run={() => set(true)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Card>
  )
}
