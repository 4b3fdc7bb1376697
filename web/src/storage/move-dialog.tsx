import { Select } from '@mantine/core'
import { Id } from '@spacekeeper/contract/route.ts'
import type { StoragePlace } from '@spacekeeper/contract/storage/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { freePlacesQuery, move } from './api.ts'

type Props = { place: StoragePlace; onClose: () => void }

/** Moves the holder of a place to a free one. */
export const MoveHolderDialog = ({ place, onClose }: Props) => {
  const { t } = useTranslation('storage')
  const { data } = useQuery(freePlacesQuery)
  const [toId, setToId] = useState<string | null>(null)
  const free = data?.places ?? []
  const chosen = free.find(({ id }) => String(id) === toId)
  const name = place.holder?.name ?? ''
  const run = async () => {
    if (!chosen) return
    await move({ placeId: place.id, toId: chosen.id })
    notify.done({ text: t('moved', { name, code: chosen.code }) })
  }
  return (
    <ConfirmDialog
      title={t('moveTitle', { name, code: place.code })}
      action={t('moveAction')}
      isReady={chosen !== undefined}
      run={run}
      onClose={onClose}
    >
      <Select
        label={t('moveTo')}
        {...requiredBy(Id)}
        data={free.map(({ id, code, area }) => ({ value: String(id), label: area === '' ? code : `${code}, ${area}` }))}
        searchable
        value={toId}
        onChange={setToId}
        nothingFoundMessage={t('assignNone')}
        {...(data && free.length === 0 && { description: t('assignNone') })}
      />
    </ConfirmDialog>
  )
}
