import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdentityDraft, IdentityStatusOutput } from '../../../../contract/api/identity.ts';
import { ApiError } from '../../../../contract/errors.ts';
import {
  ACCOUNTS_FEATURE,
  CARD_PURCHASES_FEATURE,
  IDENTITY_FEATURE,
  IDENTITY_REQUIRED_FEATURE,
} from '../../../../contract/features.ts';
import { UNREADABLE, type PhotoField } from '../../../../contract/identity/documents.ts';
import type { LocaleCode } from '../../../../contract/paths/locales.ts';
import type { PhotoCamera } from '../../../../contract/platform.ts';
import { refuse, type Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import {
  emptyDraft,
  noVerification,
  sampleDraft,
  samplePhoneDraft,
  uploadedPhoto,
} from '../../../../tests/support/samples/identity.ts';
import { sampleAccount } from '../../../../tests/support/samples/sampleAccount.ts';
import { identityGroup } from '../../../stores/identity/IdentityStore.ts';

const PATH = '/profile/verification';
const user = userEvent.setup({ applyAccept: false });
const rejected: IdentityStatusOutput = {
  ...noVerification,
  status: 'REJECT',
  documents: [{ field: 'facePhoto', reason: 'FACE_MISMATCH' }],
};

/** A host that keeps the draft, and takes each photo in one part. */
function hostWith(draft: IdentityDraft | null, status: IdentityStatusOutput): Answers {
  const host = { draft, status };
  let field: PhotoField = 'frontPhoto';
  return {
    'service.health': () => ({
      status: 'OK',
      host: { features: [ACCOUNTS_FEATURE, IDENTITY_FEATURE], sandbox: false, brand: 'Causeway' },
    }),
    'users.accountData': () => sampleAccount,
    'identity.status': () => host.status,
    'identity.draft': () => ({ draft: host.draft }),
    'identity.saveDraft': (input) => ({
      draft: (host.draft = { ...(host.draft ?? emptyDraft), ...input, missing: sampleDraft.missing }),
    }),
    'identity.startUpload': (input) => {
      ({ field } = input);
      return { uploadId: 'u'.repeat(22) };
    },
    'identity.uploadPart': () => ({ received: 1, photo: uploadedPhoto(field) }),
    'identity.submit': () => (host.status = { ...noVerification, status: 'PROCESS', submittedAt: '2026-11-27T12:00:00.000Z' }),
  };
}

interface Opened {
  draft?: IdentityDraft | null;
  status?: IdentityStatusOutput;
  answers?: Answers;
  camera?: PhotoCamera;
  path?: string;
  locale?: LocaleCode;
}

const open = async ({ draft = null, status = noVerification, answers = {}, camera, path = PATH, locale = 'en' }: Opened = {}) =>
  await renderPage(
    path,
    { ...hostWith(draft, status), ...answers },
    { locale, ...(camera && { services: { camera } }), prepare: ({ stores }) => stores.session.begin() },
  );

const press = async (name: string | RegExp) => await user.click(await screen.findByRole('button', { name }));
const heading = async (name: string | RegExp) => await screen.findByRole('heading', { level: 2, name });
const type = async (label: string, text: string) => await user.type(screen.getByLabelText(label), text);
const typeDate = async (legend: string, ...parts: string[]) => {
  const group = screen.getByRole('group', { name: legend });
  for (const [index, label] of ['Day', 'Month', 'Year'].entries()) {
    await user.type(within(group).getByLabelText(label), parts[index] ?? '');
  }
};
const choose = async (container: HTMLElement, file = new File(['x'], 'card.jpg', { type: 'image/jpeg' })) => {
  const input = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('No file can be chosen');
  await user.upload(input, file);
};

/** Pixels of a picture: stripes that are sharp, or one shade, which looks blurred */
let shade: (index: number) => number;
/** What the browser decodes; null: it can't */
let decoded: { width: number; height: number } | null;
beforeEach(() => {
  shade = (index) => ((index >> 2) % 4 < 2 ? 40 : 200);
  decoded = { width: 1_200, height: 800 };
  vi.stubGlobal('createImageBitmap', () =>
    decoded ? Promise.resolve({ ...decoded, close: () => undefined }) : Promise.reject(new Error('not decoded')),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: Uint8ClampedArray.from({ length: 4 * width * height }, (_, index) => shade(index)),
    }),
  } as unknown as CanvasRenderingContext2D);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['x'])));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the questions', () => {
  it('are asked one at a time, until the photos were sent for checking', async () => {
    const { container, fake } = await open();
    await heading('Where do you live?');
    await press('Choose the country');
    expect(screen.getByText('Choose the country', { selector: '[role=status] *' })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Country of residence'), 'Germany');
    await press('Continue');
    await heading('Which document do you have at hand?');
    expect(screen.getByLabelText<HTMLSelectElement>('Issued by').value).toBe('DE');
    await user.click(screen.getByRole('radio', { name: 'ID card' }));
    await press('Continue with the ID card');
    await heading('Your details, as on the ID card');
    await type('First name', 'Anna Sophie');
    await type('Last name', 'Karlsen');
    await typeDate('Date of birth', '23', '5', '1991');
    await type('ID card number', 'L01X00T47');
    await user.click(screen.getByRole('checkbox', { name: 'It has no date of expiry' }));
    await press('Continue');
    await heading('Get ready for three photos');
    expect(fake.callsOf('identity.saveDraft').at(-1)?.input).toEqual({
      firstName: 'Anna Sophie',
      lastName: 'Karlsen',
      birthDate: '1991-05-23',
      identityNumber: 'L01X00T47',
      expireDate: '2099-01-01',
      uploadStep: 'GET_READY',
    });
    await press('Start here');
    for (const title of ['Front of the ID card', 'Back of the ID card', 'Photo of your face']) {
      await heading(title);
      await choose(container);
      await press('Use this photo');
    }
    await heading('All photos are here');
    await press('Send for checking');
    await heading('We are checking your documents');
    screen.getByText('not known: too few checks so far');
    expect(screen.getByText(/we write to anna@example.org/)).toBeTruthy();
    expect(fake.callsOf('identity.submit')).toHaveLength(1);
  });

  it('move the focus to the next question', async () => {
    await open();
    await user.selectOptions(await screen.findByLabelText('Country of residence'), 'DE');
    await press('Continue');
    expect(document.activeElement).toBe(await heading('Which document do you have at hand?'));
  });

  it('continue where the customer stopped, and go back with the answers', async () => {
    await open({ draft: { ...sampleDraft, uploadStep: 'PERSONAL_INFO' } });
    await heading('Your details, as on the ID card');
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Anna Sophie');
    await press('Back');
    await heading('Which document do you have at hand?');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'ID card' }).checked).toBe(true);
  });

  it('name what is wrong with the details, and lead there', async () => {
    const { fake } = await open({ draft: { ...emptyDraft, identityType: 'passport', uploadStep: 'PERSONAL_INFO' } });
    await heading('Your details, as in the passport');
    await type('First name', 'Anna');
    await typeDate('Date of birth', '1', '1', '2015');
    await press('Continue');
    expect(screen.getByText('You must be at least 18 years old')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Last name'));
    expect(fake.callsOf('identity.saveDraft')).toEqual([]);
  });

  it('say that an answer was not saved', async () => {
    await open({ answers: { 'identity.saveDraft': refuse('ERR_SERVICE_UNAVAILABLE') } });
    await user.selectOptions(await screen.findByLabelText('Country of residence'), 'DE');
    await press('Continue');
    await screen.findByText(/That was not saved/);
  });

  it('are asked in Russian', async () => {
    await open({ locale: 'ru', path: `/ru${PATH}` });
    await heading('Где вы живёте?');
    await user.selectOptions(screen.getByLabelText('Страна проживания'), 'Германия');
    await press('Продолжить');
    await heading('Какой документ у вас под рукой?');
  });
});

describe('a photo', () => {
  it('that looks blurred is warned about, and can be used all the same', async () => {
    shade = () => 128;
    const { container, fake } = await open({ draft: sampleDraft });
    await heading('Front of the ID card');
    await choose(container);
    await screen.findByText('This photo looks blurred.');
    await press('Use it anyway');
    await heading('Back of the ID card');
    expect(fake.callsOf('identity.startUpload')).toHaveLength(1);
  });

  it.each([
    ['in the format HEIC', '\0\0\0\x18ftypheic', 'image/heic', null, /Apple’s HEIC format/],
    ['that is a text', 'hello there, file', 'text/plain', null, /This file is no photo/],
    ['that is damaged', 'not really a jpeg', 'image/jpeg', null, /damaged or incomplete/],
    ['that is too small', 'x', 'image/jpeg', { width: 299, height: 800 }, /too small/],
  ] as const)('%s is explained, and not sent', async (_, content, mediaType, size, text) => {
    decoded = size;
    const { container, fake } = await open({ draft: sampleDraft });
    await heading('Front of the ID card');
    await choose(container, new File([content], 'photo', { type: mediaType }));
    await screen.findByText(text);
    expect(fake.callsOf('identity.startUpload')).toEqual([]);
  });

  it('that did not arrive can be sent again', async () => {
    const { container, fake } = await open({
      draft: { ...sampleDraft, missing: ['facePhoto'] },
      answers: { 'identity.uploadPart': refuse('ERR_TOO_MANY_REQUESTS') },
    });
    await heading('Photo of your face');
    await choose(container);
    await press('Use this photo');
    await screen.findByText(/The photo was not sent/);
    fake.answers['identity.uploadPart'] = () => ({ received: 1, photo: uploadedPhoto('facePhoto') });
    await press('Send again');
    await heading('All photos are here');
  });

  it.each([
    ['denied', /The camera is not allowed here/],
    ['noCamera', /No camera was found/],
  ] as const)('is chosen as a file if the camera is %s', async (outcome, text) => {
    const camera = { open: vi.fn<PhotoCamera['open']>().mockResolvedValue(outcome) };
    await open({ draft: sampleDraft, camera });
    await screen.findByText(text);
    expect(screen.queryByRole('button', { name: 'Take the photo' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy();
    await press('Try the camera again');
    expect(camera.open).toHaveBeenCalledTimes(2);
  });

  it('is taken with the camera, which ends with the page', async () => {
    const camera = { open: vi.fn<PhotoCamera['open']>().mockResolvedValue('open') };
    vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1_280);
    vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(720);
    const { unmount } = await open({ draft: sampleDraft, camera });
    await screen.findByText('Good. Take the photo');
    expect(camera.open.mock.lastCall?.[0].facing).toBe('environment');
    await press('Take the photo');
    await screen.findByText('Can everything be read?');
    expect(camera.open.mock.lastCall?.[0].signal.aborted).toBe(true);
    await press('Take another one');
    const { signal } = camera.open.mock.lastCall?.[0] ?? {};
    expect(signal?.aborted).toBe(false);
    unmount();
    expect(signal?.aborted).toBe(true);
  });
});

describe('the verdict', () => {
  it('moves focus to the rejection, which arrives while the customer waits', async () => {
    const submittedAt = '2026-11-27T12:00:00.000Z';
    const { fake, stores } = await open({ status: { ...noVerification, status: 'PROCESS', submittedAt, usualSeconds: 7_200 } });
    await heading('We are checking your documents');
    screen.getByText('up to 2 h');
    fake.answers['identity.status'] = () => rejected;
    fake.answers['identity.draft'] = () => ({ draft: { ...sampleDraft, uploadStep: 'NONE', missing: ['facePhoto'] } });
    await identityGroup(stores).identity.reload();
    expect(document.activeElement).toBe(await heading('One thing needs another try'));
  });

  it('names each reason, and asks only for what was rejected', async () => {
    await open({ draft: { ...sampleDraft, uploadStep: 'NONE', missing: ['facePhoto'] }, status: rejected });
    await heading('One thing needs another try');
    const rows = within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows).toContain(
      'Photo of your faceThe face can’t be compared with the document. Take off hat and glasses, and face the light.',
    );
    expect(rows).toContain('Front of the ID cardacceptedFine');
    await press('Take one photo again');
    await heading('Front of the ID card');
  });

  it('explains again what is wrong with the details where they are corrected', async () => {
    await open({
      draft: { ...sampleDraft, uploadStep: 'NONE', missing: [] },
      status: { ...rejected, documents: [{ field: 'details', reason: 'DATA_MISMATCH' }] },
    });
    await press('Correct the details');
    await heading('Your details, as on the ID card');
    expect(screen.getByText('They differ from the document. Compare them letter by letter.')).toBeTruthy();
  });

  it('offers another document if the rejected one has expired', async () => {
    await open({
      draft: { ...sampleDraft, uploadStep: 'NONE' },
      status: { ...rejected, documents: [{ field: 'frontPhoto', reason: 'EXPIRED' }] },
    });
    await press('Use another document');
    await heading('Which document do you have at hand?');
  });

  it('that is final offers support and nothing else', async () => {
    await open({ status: { ...rejected, final: true } });
    await heading('Your identity could not be verified');
    expect(screen.queryByRole('button', { name: /again|document/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe('/support');
  });
});

it('hands over to a phone, and continues with its photos', async () => {
  const { stores, fake } = await open({
    draft: sampleDraft,
    answers: {
      'identity.createPhoneCode': () => ({ token: 't'.repeat(43), number: '482106', expiresAt: '2126-11-27T12:15:00.000Z' }),
    },
  });
  await press('Phone');
  await screen.findByText('482 106');
  expect(screen.getByRole('img', { name: 'QR code for your phone' })).toBeTruthy();
  const phone = { number: '482106', expiresAt: '2126-11-27T12:15:00.000Z', isRedeemed: true };
  fake.answers['identity.draft'] = () => ({ draft: { ...sampleDraft, phone } });
  await screen.findByText('Your phone is connected');
  expect(stores.dialogs.current).toBeNull();
  const photos = [uploadedPhoto('frontPhoto'), uploadedPhoto('backendPhoto'), uploadedPhoto('facePhoto')];
  fake.answers['identity.draft'] = () => ({ draft: { ...sampleDraft, phone, photos, missing: [] } });
  await screen.findByText(/^The photos that are only drawn here are on your phone/);
});

it.each([
  [CARD_PURCHASES_FEATURE, /^Nothing on this site needs it/, /does not count for card purchases/],
  [IDENTITY_REQUIRED_FEATURE, /^Some services of .* are only for customers/, /^Swaps|don’t need it/],
])('says what it is for on a host with %s', async (feature, what, whatNot) => {
  const features = [ACCOUNTS_FEATURE, IDENTITY_FEATURE, feature];
  await open({ answers: { 'service.health': () => ({ status: 'OK', host: { features, sandbox: false, brand: 'Causeway' } }) } });
  await screen.findByText(what);
  screen.getByText(whatNot);
});

it('stays a page when the host lost the key of the answers', async () => {
  const unreadable = () => Promise.reject(new ApiError('ERR_NOT_ACCEPTABLE', 'no key', { reason: UNREADABLE }));
  await open({ status: { ...noVerification, status: 'CREATED' }, answers: { 'identity.draft': unreadable } });
  await heading('Your answers can’t be read at present');
});

describe('the page on the phone', () => {
  const onPhone = async (answers: Answers = {}) =>
    await renderPage(`/verification-photos#${'t'.repeat(43)}`, {
      'identity.redeemPhone': () => ({ pass: 'p'.repeat(43), ...samplePhoneDraft }),
      'identity.startUpload': () => ({ uploadId: 'u'.repeat(22) }),
      ...answers,
    });

  it('adds the photos after the numbers were compared, and keeps the code out of the address', async () => {
    let field: PhotoField = 'frontPhoto';
    const { container, router } = await onPhone({
      'identity.startUpload': (input) => {
        ({ field } = input);
        return { uploadId: 'u'.repeat(22) };
      },
      'identity.uploadPart': () => ({ received: 1, photo: uploadedPhoto(field) }),
    });
    await screen.findByText('482 106');
    expect(router.state.location.hash).toBe('');
    await press('Yes, take the photos');
    for (const title of ['Passport page with your photo', 'Photo of your face']) {
      await heading(title);
      await choose(container);
      await press('Use this photo');
    }
    await screen.findByText('All photos are there');
  });

  it('sends nothing if the numbers differ', async () => {
    await onPhone();
    await press('No, stop');
    await screen.findByText(/Nothing was sent/);
  });

  it.each([
    ['ERR_NOT_FOUND', /no longer works/],
    ['ERR_SERVICE_UNAVAILABLE', /did not work just now/],
  ] as const)('explains %s', async (code, text) => {
    await onPhone({ 'identity.redeemPhone': refuse(code) });
    await screen.findByText(text);
  });
});
