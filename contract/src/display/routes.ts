import { z } from 'zod'
import { Empty, Id, pictureUpload, routes } from '../route.ts'
import { DisplaySlide, DisplayView, slideFields } from './shapes.ts'
import { mostSlides } from './words.ts'

const SlideParams = z.object({ slideId: Id })

const staff = ['staff.devices', 'staff.settings'] as const

export const displayApi = routes({
  getView: {
    method: 'GET',
    path: '/api/display/',
    access: 'anyone',
    summary:
      'Everything a wall display shows, for screens that are authorised as one, and for staff who look after them.',
    output: DisplayView,
    errors: ['notDisplay'],
  },
  listSlides: {
    method: 'GET',
    path: '/api/admin/display/slides/',
    access: staff,
    summary: 'The slides of the space in their order.',
    output: z.object({ slides: z.array(DisplaySlide) }),
  },
  addSlide: {
    method: 'POST',
    path: '/api/admin/display/slides/',
    access: staff,
    summary: `Adds a slide after the others; at most ${mostSlides}.`,
    body: z.object(slideFields),
    output: z.object({ slideId: z.number().int() }),
    errors: ['tooManySlides'],
  },
  orderSlides: {
    method: 'PUT',
    path: '/api/admin/display/slides/order/',
    access: staff,
    summary: 'Puts the slides into this order; those that are left out come last.',
    body: z.object({ slideIds: z.array(Id).max(mostSlides) }),
    output: Empty,
  },
  updateSlide: {
    method: 'PUT',
    path: '/api/admin/display/slides/:slideId/',
    access: staff,
    summary: 'Changes a slide.',
    params: SlideParams,
    body: z.object(slideFields),
    keepsPast: true,
    output: Empty,
    errors: ['notFound'],
  },
  removeSlide: {
    method: 'DELETE',
    path: '/api/admin/display/slides/:slideId/',
    access: staff,
    summary: 'Removes a slide.',
    params: SlideParams,
    output: Empty,
    errors: ['notFound'],
  },
  uploadPicture: {
    method: 'POST',
    path: '/api/admin/display/pictures/',
    keepsAnswers: true,
    access: staff,
    summary: 'Makes a picture for a slide of what is uploaded.',
    upload: pictureUpload,
    output: z.object({ hash: z.string(), address: z.string() }),
    errors: ['tooLarge', 'wrongType', 'tooManyRequests'],
  },
})
