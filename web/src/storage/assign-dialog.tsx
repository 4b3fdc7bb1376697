import { Select } from '@mantine/core'
import type { StorageRequest, StoragePlace } from '@spacekeeper/contract/storage/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import type { PickedMember } from '../search/api.ts'
import { MemberPicker } from '../search/member-picker.tsx'
import { assign, freePlacesQuery } from './api.ts'
import { LastDayField } from './last-day-field.tsx'

const useAssigning = (untilOn: string) => {
  const { t } = useTranslation('storage')
  return async (place: Pick<StoragePlace, 'id' | 'code'>, memberId: number) => {
    await assign({ placeId: place.id, memberId, untilOn: untilOn === '' ? null : untilOn })
    notify.done({ text: t('assigned', { code: place.code }) })
  }
}

/** Gives a free place to a member that is found by name. */
export const AssignPlaceDialog = ({ place, onClose }: { place: StoragePlace; onClose: () => void }) => {
  const { t } = useTranslation('storage')
  const [member, setMember] = useState<PickedMember | null>(null)
  const [untilOn, setUntilOn] = useState('')
  const give = useAssigning(untilOn)
  return (
    <ConfirmDialog
      title={t('assignTitle', { code: place.code })}
      action={t('assignAction')}
      isReady={member !== null}
      run={async () => {
        if (member) await give(place, member.id)
      }}
      onClose={onClose}
    >
      <MemberPicker label={t('assignMember')} onChoose={setMember} />
      <LastDayField value={untilOn} onChange={(event) => setUntilOn(event.currentTarget.value)} />
    </ConfirmDialog>
  )
}

/** Gives a free place to a member who waits for one. */
export const RequestAssignDialog = ({ request, onClose }: { request: StorageRequest; onClose: () => void }) => {
  const { t } = useTranslation('storage')
  const { data } = useQuery(freePlacesQuery)
  const [placeId, setPlaceId] = useState<string | null>(null)
  const [untilOn, setUntilOn] = useState('')
  const give = useAssigning(untilOn)
  const places = data?.places ?? []
  const chosen = places.find(({ id }) => String(id) === placeId)
  const { id: memberId, name } = request.member
  return (
    <ConfirmDialog
      title={t('assignTo', { name })}
      action={t('assignAction')}
      isReady={chosen !== undefined}
      run={async () => {
        if (chosen) await give(chosen, memberId)
      }}
      onClose={onClose}
    >
      <Select
        label={t('assignPlace')}
        data={places.map((place) => ({ value: String(place.id), label: placeWords(place, t(`kind_${place.kind}`)) }))}
        searchable
        value={placeId}
        onChange={setPlaceId}
        nothingFoundMessage={t('assignNone')}
        {...(data && places.length === 0 && { description: t('assignNone') })}
      />
      <LastDayField value={untilOn} onChange={(event) => setUntilOn(event.currentTarget.value)} />
    </ConfirmDialog>
  )
}

/** A place among others: its code, what it is, and where. */
const placeWords = ({ code, area }: Pick<StoragePlace, 'code' | 'area'>, kind: string) =>
  [code, kind, area].filter((part) => part !== '').join(', ')
