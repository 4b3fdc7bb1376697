import { useDebouncedValue } from '@mantine/hooks'
import { IconSettings } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { useProfile } from '#platform/session/session.ts'
import { siteQuery } from '#platform/session/site-query.tsx'
import { isStaffFor } from './guard.ts'
import { filterEntries, listKnownEntries, sortGroups, type SearchGroup } from './search-entries.ts'
import { deviceEntries, lockEntries, memberEntries, narrowResult, readLockCommand } from './search-found.ts'

const pauseMs = 150

/** With fewer letters nearly everything would be found. */
const fewestLetters = 2

/** Loaded for staff alone: all settings are a lot of text. */
const settingsQuery = {
  queryKey: ['searchedSettings'],
  queryFn: async () => (await import('./search-settings.ts')).settingEntries,
  staleTime: Infinity,
}

const useKnownEntries = () => {
  const router = useRouter()
  const profile = useProfile()
  const isKiosk = useIsKiosk()
  const features = useQuery(siteQuery).data?.features ?? null
  const isForSettings = isStaffFor(profile, 'settings')
  const { data: settings = [] } = useQuery({ ...settingsQuery, enabled: isForSettings })
  return useMemo(() => {
    const visitor = { profile, features, isKiosk }
    const known = listKnownEntries({ routes: Object.values(router.routesById), visitor, t: describeKey })
    return [...known, ...settings.map((entry) => ({ ...entry, icon: IconSettings }))]
  }, [router, profile, features, isKiosk, settings])
}

/** Members and devices as the server finds them, some time after the last key. */
const useAnswer = (text: string, isStaff: boolean) => {
  const [asked] = useDebouncedValue(text, pauseMs)
  const isAsked = isStaff && text.length >= fewestLetters && asked.length >= fewestLetters
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    ...apiQuery(api.search.find, { text: asked }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const isLate = isPlaceholderData || asked !== text
  return {
    // Until the answer is there, what fits of the one before: Enter must not open what was found for other words.
    result: isAsked && data ? (isLate ? narrowResult(data, text) : data) : undefined,
    asked,
    isAsking: isAsked && (isFetching || asked !== text),
    hasFailed: isAsked && isError,
  }
}

/** What is found for the words typed so far; `isWaiting` while nothing of the server is known yet. */
export const useSearch = (typed: string) => {
  const { t } = useTranslation('search')
  const profile = useProfile()
  const known = useKnownEntries()
  const words = typed.trim()
  const isFinder = isStaffFor(profile, ['members', 'access', 'money', 'devices'])
  const command = isStaffFor(profile, 'devices') ? readLockCommand(words) : null
  const { result, asked, isAsking, hasFailed } = useAnswer(command?.name ?? words, isFinder)

  const found = result && { result, text: asked, t }
  const ofServer = found && !command
  const ofGroup = (wanted: SearchGroup) => {
    const entries = known.filter(({ group }) => group === wanted)
    return filterEntries(entries, words)
  }
  const entries = sortGroups(
    [
      ofGroup('pages'),
      [...(found && command ? lockEntries(found, command) : []), ...ofGroup('actions')],
      ofServer ? memberEntries(found, isStaffFor(profile, 'members')) : [],
      ofServer ? deviceEntries(found) : [],
      ofGroup('settings'),
    ],
    words,
  )
  return {
    entries,
    isStaff: isFinder || isStaffFor(profile, 'settings'),
    isAsking,
    isWaiting: isAsking && result === undefined,
    hasFailed,
  }
}
