# What the benchmark compares with: reads one task a line, answers with the seconds that it took.
#   svc   DATA N P C GAMMA TOLERANCE OUT   scikit-learn's SVC; OUT gets y_i alpha_i of every pattern
#   ridge DATA N P C GAMMA LABELLINGS OUT  scikit-learn's KernelRidge on that many label vectors, the first the labels,
#                                          each further one shifted by one pattern more; OUT gets the coefficients
#   hk    DATA N P RATE STEPS OUT          Ho-Kashyap in NumPy; OUT gets the weights, the bias last
#   lsvm  DATA N P C STEPS OUT             the Lagrangian SVM in NumPy; OUT gets the weights, the bias last
# DATA holds N rows of P features and the label as doubles. Reading and writing is not timed.

import sys
from time import perf_counter

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.svm import SVC


def read(path, n, p):
    rows = np.fromfile(path).reshape(int(n), int(p) + 1)
    return np.ascontiguousarray(rows[:, :-1]), rows[:, -1].copy()


def svc(data, n, p, C, gamma, tolerance, out):
    X, y = read(data, n, p)
    model = SVC(C=float(C), gamma=float(gamma), tol=float(tolerance), cache_size=1000)
    began = perf_counter()
    model.fit(X, y)
    seconds = perf_counter() - began
    beta = np.zeros(len(y))
    beta[model.support_] = model.dual_coef_[0]
    beta.tofile(out)
    return seconds


def ridge(data, n, p, C, gamma, labellings, out):
    X, y = read(data, n, p)
    Y = np.column_stack([np.roll(y, k) for k in range(int(labellings))])
    model = KernelRidge(alpha=1 / float(C), kernel="rbf", gamma=float(gamma))
    began = perf_counter()
    model.fit(X, Y)
    seconds = perf_counter() - began
    np.asfortranarray(model.dual_coef_).T.tofile(out)
    return seconds


def hk(data, n, p, rate, steps, out):
    X, y = read(data, n, p)
    rate = float(rate)
    Z = np.ascontiguousarray(np.column_stack([X, np.ones(len(y))]) * y[:, None])
    inverse = np.linalg.pinv(Z)
    b = np.ones(len(y))
    w = inverse @ b
    began = perf_counter()
    for _ in range(int(steps)):
        e = Z @ w - b
        b += rate * (e + np.abs(e))
        w = inverse @ b
    seconds = perf_counter() - began
    w.tofile(out)
    return seconds


def lsvm(data, n, p, C, steps, out):
    X, y = read(data, n, p)
    C = float(C)
    began = perf_counter()
    H = np.ascontiguousarray(np.column_stack([X, np.ones(len(y))]) * y[:, None])
    # The inverse of I/C + HH' by the identity of Sherman, Morrison and Woodbury.
    S = H @ np.linalg.inv(np.eye(H.shape[1]) / C + H.T @ H)
    step = 1.9 / C
    u = C * (1 - S @ H.sum(axis=0))
    for _ in range(int(steps)):
        r = u / C + H @ (H.T @ u) - step * u - 1
        z = 1 + (np.abs(r) + r) / 2
        u = C * (z - S @ (H.T @ z))
    seconds = perf_counter() - began
    (H.T @ u).tofile(out)
    return seconds


tasks = {"svc": svc, "ridge": ridge, "hk": hk, "lsvm": lsvm}
with open(sys.argv[1], "w") as answers:
    for line in sys.stdin:
        name, *arguments = line.split()
        print(repr(tasks[name](*arguments)), file=answers, flush=True)
